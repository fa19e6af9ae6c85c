"""Which packages may be trained on."""

# pyright: reportMissingImports=false
# The pipeline is no part of the package; conftest.py makes it importable.

import json

import pytest
from pipeline.licences import (
    DebianCopyright,
    from_package_json,
    from_text,
    from_wheel_metadata,
    is_permissive,
)


@pytest.mark.parametrize(
    "expression",
    [
        "MIT", "MIT License", "BSD-3-Clause", "BSD License", "Apache-2.0", "Apache License, Version 2.0",
        "ISC", "The Apache Software License, Version 2.0", "Expat", "Zlib", "MIT OR Apache-2.0",
        "MIT OR GPL-3.0-only",
        "(MIT AND BSD-3-Clause)", "0BSD", "Unlicense", "BSL-1.0", "GPL-2+ or Expat",
        "Mulan Permissive Software License，Version 2", "Simplified BSD", "The MIT License (MIT)",
        "(MIT or GPL-2) and (BSD-3-Clause)",
    ],
)  # fmt: skip
def test_permissive_licences_are_allowed(expression: str) -> None:
    assert is_permissive(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "", "GPL-3.0", "LGPL-2.1+", "AGPL-3.0-only", "MPL-2.0", "EPL-2.0", "MIT and GPL-2", "BUSL-1.1",
        "UNLICENSED", "SEE LICENSE IN LICENSE", "Proprietary", "CC-BY-SA-3.0",
        "GNU General Public License v3", "SSPL-1.0",
        "unknown", "Apache-2.0 with Commons Clause",
        "(MIT or Apache-2.0) and (CC-BY-SA-3.0)", "GPL-2 and MIT or GPL-3",
    ],
)  # fmt: skip
def test_copyleft_unknown_and_restricted_licences_are_refused(expression: str) -> None:
    assert not is_permissive(expression)


def test_npm_names_its_licence_in_three_ways() -> None:
    assert from_package_json(json.dumps({"license": "MIT"})) == "MIT"
    assert from_package_json(json.dumps({"license": {"type": "ISC"}})) == "ISC"
    assert (
        from_package_json(json.dumps({"licenses": [{"type": "MIT"}, {"type": "GPL-2.0"}]}))
        == "MIT or GPL-2.0"
    )
    assert from_package_json("not json") == ""


def test_wheels_name_their_licence_by_expression_then_classifiers_then_field() -> None:
    assert from_wheel_metadata("License-Expression: MIT\nLicense: other\n") == "MIT"
    row = "Classifier: License :: OSI Approved :: {} License\n"
    classified = row.format("MIT") + row.format("BSD")
    assert from_wheel_metadata(classified) == "MIT License and BSD License"
    assert from_wheel_metadata("License: Apache 2.0\n") == "Apache 2.0"


def test_licence_texts_are_recognised_and_mixed_ones_are_not() -> None:
    mit = "Permission is hereby granted, free of charge, to any person\nobtaining a copy of this software"
    assert from_text(mit) == "MIT"
    assert from_text(mit + " or the GNU General Public License") == ""
    assert from_text("You may use this.") == ""


def test_debian_files_have_the_licence_of_their_last_matching_pattern() -> None:
    parsed = DebianCopyright.parse(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\n"
        "Files: *\nCopyright: A\nLicense: Expat\n\n"
        "Files: src/third/*\n lib/x.c\nCopyright: B\nLicense: GPL-2+\n\n"
        "Files: debian/*\nCopyright: C\nLicense: GPL-3+\n"
    )
    assert parsed.licence_of("src/a.c") == "Expat"
    assert parsed.licence_of("src/third/deep/b.c") == "GPL-2+"
    assert parsed.licence_of("lib/x.c") == "GPL-2+"
    assert parsed.all_licences() == {"Expat", "GPL-2+"}
