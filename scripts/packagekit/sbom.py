"""What the program is made of, as SPDX 2.3."""

import datetime
import hashlib
import re

from .program import output_of

# What Swift's toolchain links into it: a name, what it is called by symbols, whose version it has, its licence.
LINKED = [
    ("Swift standard library", r" swift_retain$", "swift", "Apache-2.0 WITH Swift-exception"),
    ("Swift concurrency library", r" swift_task_create", "swift", "Apache-2.0 WITH Swift-exception"),
    ("Swift string processing", r"\$s17_StringProcessing", "swift", "Apache-2.0 WITH Swift-exception"),
    ("FoundationEssentials", r"\$s20FoundationEssentials", "swift", "Apache-2.0 WITH Swift-exception"),
    ("Swift Collections", r"_FoundationCollections", "swift", "Apache-2.0 WITH Swift-exception"),
    ("libdispatch", r" _?dispatch_async_f$", "swift", "Apache-2.0 WITH Swift-exception"),
    ("libstdc++", r" _ZNSt|_ZSt", "gcc", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("libgcc", r" _Unwind_Resume$", "gcc", "GPL-3.0-or-later WITH GCC-exception-3.1"),
]


def linked(program):
    """What of it is in this program, with versions."""
    versions = {"swift": re.search(r"Swift version (\S+)", output_of("swift", "--version")).group(1), "gcc": output_of("gcc", "-dumpfullversion").strip()}
    symbols = program.symbols()
    return [(name, versions[of], licence) for name, pattern, of, licence in LINKED if re.search(pattern, symbols, re.M)]


def document(program):
    with open(program.path, "rb") as file: digest = hashlib.sha256(file.read()).hexdigest()
    packages, relations = [], [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-kkmix")]

    def add(name, version, licence, **others):
        reference = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name)
        packages.append({"SPDXID": reference, "name": name, "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": "NOASSERTION",
                         "licenseDeclared": licence, "copyrightText": "NOASSERTION", **({"versionInfo": version} if version else {}), **others})
        return reference

    kkmix = add("kkmix", program.version, "MIT", supplier="Organization: The kkmix authors", primaryPackagePurpose="APPLICATION", checksums=[{"algorithm": "SHA256", "checksumValue": digest}])
    for name, version, licence in linked(program): relations.append((kkmix, "STATIC_LINK", add(name, version, licence)))
    relations.append((kkmix, "DYNAMIC_LINK", add("glibc", program.oldest_glibc()[0] + " or later", "LGPL-2.1-or-later")))
    for library in program.libraries:
        names = [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": f"pkg:deb/debian/{package}"} for package in library["debian_packages"]]
        reference = add(library["name"], None, "NOASSERTION", externalRefs=names, comment=f"Loaded as {library['file']} when it is wanted: {library['purpose']}.")
        relations.append((reference, "RUNTIME_DEPENDENCY_OF" if library["need"] == "depends" else "OPTIONAL_DEPENDENCY_OF", kkmix))
    created = datetime.datetime.fromtimestamp(program.epoch, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"kkmix-{program.version}",
            "documentNamespace": f"https://spdx.org/spdxdocs/kkmix-{program.version}-{digest}", "creationInfo": {"created": created, "creators": ["Tool: kkmix-scripts-package", "Organization: The kkmix authors"]},
            "packages": packages, "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relations]}
