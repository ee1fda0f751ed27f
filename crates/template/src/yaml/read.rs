//! Reading a text into a tree.

use granit_parser::{Options, Parser};

use super::build::TreeBuilder;
use super::location::TextLocation;
use super::syntax;
use super::tree::YamlDocument;
use spanwise_diagnostics::Diagnostic;
use spanwise_i18n::say;
use spanwise_limits::LONGEST_TEMPLATE;

/// Reads the first document of a YAML text, within the [limits](spanwise_limits) of templates.
///
/// All problems of YAML itself are reported, up to the first syntax error. The parts before it are still returned, the
/// unfinished ones marked as [cut](super::YamlNode::cut).
#[must_use]
pub fn read(text: &str) -> YamlDocument {
    if text.len() > LONGEST_TEMPLATE {
        return YamlDocument { diagnostics: vec![too_long(text)], ..YamlDocument::default() };
    }
    let mut builder = TreeBuilder::new(text);
    for step in Parser::new_from_str_with_options(text, options()) {
        let go_on = match step {
            Ok((event, span)) => builder.accept(event, &span),
            Err(error) => {
                let problem = syntax::diagnostic(text, &error, builder.end());
                builder.fail(problem);
                false
            }
        };
        if !go_on {
            break;
        }
    }
    builder.finish()
}

/// The parser's own limits lie above those of the builder, which explains them better.
pub(super) fn options() -> Options {
    granit_parser::options! { emit_unresolved_aliases: true }
}

pub(super) fn too_long(text: &str) -> Diagnostic {
    let in_kb = |bytes: usize| bytes.div_ceil(1 << 10).to_string();
    TextLocation::in_text(text, 0..0).error(
        "yaml-too-long",
        say!(YamlTextKbAtMostKbRead, size = in_kb(text.len()), max = in_kb(LONGEST_TEMPLATE)),
        say!(YamlMoveDataAndLongInstructionsOut),
    )
}
