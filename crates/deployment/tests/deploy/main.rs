//! Deployment of templates: bundles, links, pages, studies.

#![allow(clippy::expect_used, clippy::panic, reason = "a test may fail")]

mod addresses;
mod bundle;
mod crowd;
mod pages;
mod python;
mod share;

/// Texts with special characters of YAML, JSON, HTML, XML, JavaScript, regular expressions or addresses.
const NASTY: [&str; 12] = [
    "\"quotes\" 'and' `backticks`",
    "line\nbreaks\r\nof\rall kinds",
    "</script><script>alert(1)</script><!--",
    "$& $1 $` $' $$ ${x} %APP% {{spanwise-inline}}",
    "\\ \\n \\u003c",
    "\u{2028}\u{2029}\u{85}\u{feff}",
    "a & b < c > d &amp; ]]>",
    ": # - [ { * & ! | > % @",
    "العربية हिन्दी 🚢 \u{10ffff}",
    "\u{0}\u{1}\u{7f}\u{9f}",
    "a+b c%20d?e=f&g#h",
    "yes",
];
