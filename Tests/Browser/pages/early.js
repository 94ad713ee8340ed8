window.early = document.querySelector("verify-identity-button");
early.session = "s-1";
early.label = "Early bird";
