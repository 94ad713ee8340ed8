const kit = await import("/verification/kit/verify-identity.js");
postMessage(typeof kit.verifyIdentity);
