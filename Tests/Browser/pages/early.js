window.early = document.querySelector("verify-identity-button");
early.session = "s-1";
early.ways = [{ kind: "native" }, { kind: "bridge", url: "https://other.example/" }];
early.label = "Early bird";
