# swift-mdoc. `make test` and `make demo` are all one needs; the rest is for working on the code.
# Every target works from a fresh checkout and says what it does.

SHELL := /bin/bash
SOAK ?= 80
ROUNDS ?= 10

.DEFAULT_GOAL := help
.PHONY: help test demo demo-extension e2e e2e-hybrid e2e-other-device hybrid-namespaces fuzz differential bench bench-scale sanitize leaks storm mutants sweeps interop guides commands docc compare new-provider browser schemathesis soak faults privacy throughput warnings check-docs sbom clean

help: ## this list
	@grep -hE '^[a-z0-9-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1\t\2/' | expand -t 22

test: ## install what is missing, build, run every test
	@scripts/test

demo: ## a website, the verifier service, and a wallet broker with two apps on this machine
	@scripts/demo

demo-extension: ## the same, in a Chromium with the browser extension
	@scripts/demo --extension

e2e: ## from the website to the wallet and back: bridge-chromium, extension-chromium, extension-firefox
	@scripts/e2e

fuzz: ## 10,000,000 executions of the fuzzers of CBOR, COSE, requests, answers and certificates, 1,000,000 of each other; goes on where it was stopped; SECONDS=10: so long each
	@scripts/fuzz $(SECONDS)

differential: ## our CBOR decoder beside cbor2 on 1,000,000 items, our verdicts beside another verifier's on 20,000 responses
	@scripts/differential

bench: ## verifications next to the sum of their primitives and to other packages, allocations, a service next to its parts
	@scripts/bench

bench-scale: ## exchanges that arrive at two services behind nginx and at one alone, and stores of 1,000,000 and 10,000,000 sessions (an hour or more, 30 GB)
	@scripts/bench-scale

sanitize: ## the tests under the thread and the address sanitizer, the C targets under clang's of undefined behaviour
	@scripts/sanitize

leaks: SECONDS = 600
leaks: ## the service under the address sanitizer and SECONDS=600 of load, then told to end: what memory it has lost
	@scripts/leaks $(SECONDS)

storm: ## 1,000,000 mutated requests in process, 20,000 through real parsers, 20,000 to a broker (the tests alone: 20,000, 100, 100), 1,000,000 frames for each role between devices (5,000)
	@scripts/storm

mutants: ## leave out each check of the verifier in turn, and show the tests that catch it
	@scripts/mutants

sweeps: ## every value of every byte of answers, requests and certificates, in release mode (the tests alone try ten per byte)
	@scripts/sweeps

interop: ## what other people's packages, openssl and recorded exchanges make of ours, and ours of them: the table of docs/interop.md
	@scripts/interop

commands: ## run the commands of every page that is no guide, with what each takes for granted
	@scripts/commands

guides: ## follow the guides for a website, a provider and the curious word by word, in a fresh clone
	@scripts/guides

docc: ## the libraries' documentation, as archives in .build-docc; any warning is an error
	@scripts/docc

compare: ## a document beside an upload form, in a browser: clicks, keys, seconds
	@scripts/browser-tests --e2e --compare

new-provider: ## make a provider's package, and go through its guide to a verified answer
	@scripts/new-provider

browser: ## page kit, demonstration, wallet pages and extension in Chromium, kit and extension in Firefox
	@scripts/browser-tests
	@scripts/e2e
	@scripts/browser-tests --wallet
	@scripts/browser-tests --extension

e2e-hybrid: ## an unmodified Chromium asks a wallet on another device by its own QR code
	@scripts/e2e-hybrid

e2e-other-device: ## a website in one network, a wallet with a licence in another: by a code, then as linked devices
	@scripts/hybrid-namespaces --walk

hybrid-namespaces: ## our two roles of the hybrid transport, in networks that meet in the tunnel service only
	@scripts/hybrid-namespaces

schemathesis: ## the verifier service under Schemathesis and 10,000 malformed bodies
	@scripts/schemathesis

soak: ## two services on PostgreSQL behind nginx for SOAK=80 seconds, while they are killed or restarted and it restarts
	@scripts/soak $(SOAK)

faults: ## each program, and all a service stands on, is killed, stopped, filled, cut, delayed and set wrong under load; what was lost
	@scripts/faults

privacy: ## every packet of a presentment, and a search for what it showed, keys, PIN and session in all that was written
	@scripts/privacy

throughput: ## answers over HTTP by a service on one core, beside the library's own rate; ROUNDS=10
	@scripts/throughput $(ROUNDS)

warnings: ## compile our own files again; any warning is an error
	@scripts/warnings

check-docs: ## the list of codes, and what is written compared with what is there
	@scripts/error-codes
	@scripts/check-docs

sbom: ## a bill of materials of the build, .build/sbom.cdx.json (CycloneDX)
	@scripts/sbom

clean: ## remove everything that was built (.build and .build-*, demo-out)
	rm -rf .build .build-* Fuzz/.build Benchmarks/.build demo-out
