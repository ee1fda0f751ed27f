//! Annotated examples that cannot be read, as authors are told.

use crate::compile_for_author;
use spanwise_diagnostics::{Diagnostic, DiagnosticPlace, Severity};
use spanwise_limits::MOST_TEMPLATE_PROBLEMS;

const EDITS: &str = "edits:\n  - {name: addition, label: More}\n  - {name: cut}\n";

fn problems(instructions: &str) -> (String, Vec<Diagnostic>) {
    let text = format!("template_name: t\ninstructions: {instructions}\n{EDITS}");
    let problems = compile_for_author(&text, None).diagnostics;
    (text, problems)
}

#[test]
fn the_problem_of_a_block_is_told_at_its_place() {
    let block = |lines: &str| format!("|\n  Text.\n\n  ```annotated\n{lines}\n  ```\n");
    let cases = [
        (block("  a [b]{cut} c"), None),
        (block("  source: [b]{cut: why}\n  target: [c]{addition}"), None),
        // Other code, and Markdown without any.
        ("|\n  ```\n  [a\n  ```\n".to_owned(), None),
        ("|\n  [a\n".to_owned(), None),
        (block("  a\n    [b"), Some(("[", ""))),
        (block("  a ]{cut}"), Some(("]", ""))),
        (block("  [a] b"), Some(("]", ""))),
        (block("  é [a]{cuts}"), Some(("cuts", "cut"))),
        // The label of a category is its name meant.
        (block("  [a]{More: b}"), Some(("More", "addition"))),
        (block("  [a]{nothing}"), Some(("nothing", ""))),
        (
            "|-\n    * List\n\n      > ~~~annotated\n      > a\n      > [a]{cutt}\n      > ~~~\n"
                .to_owned(),
            Some(("cutt", "cut")),
        ),
        // Lines that are not those of the template.
        (
            r#""```annotated\n[a]{cutt}\n```""#.to_owned(),
            Some((r#""```annotated\n[a]{cutt}\n```""#, "")),
        ),
    ];
    for (instructions, expected) in cases {
        let (text, found) = problems(&instructions);
        match (&found[..], expected) {
            ([], None) => {}
            ([problem], Some((at, fix))) => {
                let DiagnosticPlace::Text { bytes, .. } = &problem.place else { panic!() };
                assert_eq!(&text[bytes.clone()], at, "{problem}");
                assert_eq!(problem.fix.as_deref().unwrap_or_default(), fix, "{problem}");
                assert_eq!((problem.code, problem.severity), ("bad-example", Severity::Warning));
            }
            _ => panic!("{text}{found:?}"),
        }
    }
}

#[test]
fn lines_may_end_as_they_like() {
    let lines = ["|", "  # T", "  ```annotated", "  [a]{cut}", "  [b]{cutt}", "  ```"];
    for end in ["\n", "\r\n", "\r"] {
        let (text, found) = problems(&lines.join(end));
        let [problem] = &found[..] else { panic!("{found:?}") };
        let DiagnosticPlace::Text { bytes, line, column } = &problem.place else { panic!() };
        assert_eq!((&text[bytes.clone()], *line, *column), ("cutt", 6, 7));
    }
}

#[test]
fn every_block_has_its_problem_and_its_remedy() {
    let (_, found) =
        problems("|\n  ```annotated\n  [a]{nothing}\n  ```\n  ```annotated\n  [a\n  ```\n");
    let found: Vec<String> = found.iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "line 4, column 7: warning[bad-example]: An annotated example in `instructions` names “nothing”, which is \
             no category of the template. Use one of these: `addition`, `cut`.",
            "line 7, column 3: warning[bad-example]: An annotated example in `instructions` has a `[` without its `]`. \
             Write marks as `[…]{addition}` or `[…]{addition: …}`, and brackets of the text as `\\[` \
             and `\\]`. Until then, the example is shown as code.",
        ]
    );
}

#[test]
fn a_fix_mends_its_problem() {
    let (mut text, found) = problems("|\n  ```annotated\n  [a]{cuts: b}\n  ```\n");
    let [problem] = &found[..] else { panic!("{found:?}") };
    let DiagnosticPlace::Text { bytes, .. } = &problem.place else { panic!("{problem:?}") };
    text.replace_range(bytes.clone(), problem.fix.as_deref().unwrap());
    assert_eq!(compile_for_author(&text, None).diagnostics, [], "{text}");
}

#[test]
fn many_blocks_take_no_time() {
    for lines in ["  [\n", "  [a]{b}\n", &"  [[[[[[[[".repeat(9_000)] {
        let block = format!("  ```annotated\n{lines}\n  ```\n");
        let instructions = format!("|\n{}", block.repeat(900_000 / block.len()));
        let start = std::time::Instant::now();
        let (_, problems) = problems(&instructions);
        assert!(!problems.is_empty() && problems.len() <= MOST_TEMPLATE_PROBLEMS);
        assert!(start.elapsed().as_secs() < 20, "{:?}", start.elapsed());
    }
}
