//! The page on which files in formats of others are opened: their format, what they hold, what is lost, the template.

pub(super) mod found_spans;
mod overview;
mod place_by_hand;

use leptos::ev;
use leptos::prelude::*;

use self::found_spans::found_spans;
use self::overview::overview;
use super::view::{El, View, dynamic, el, flag, show};
use super::widgets::{button, command_progress, notice_in_page, page_link};
use crate::app::conversion::{
    Conversion, ConvertedData, ConvertedSource, FaultyFile, ForeignSource, FormatGroup,
    ListedProblem, TemplateChoice,
};
use crate::app::opening::converted::ConvertedUse;
use crate::app::{App, ForeignFiles, NoticeLevel};
use spanwise_browser::styles;
use spanwise_i18n::{TextId, say};
use spanwise_links::Route;

static STYLE: &str = include_str!("../../../style/conversion.css");

/// The units that offsets may count, by their names on the command line.
pub(super) const UNITS: [(&str, TextId); 3] = [
    ("utf16", TextId::ConversionUtf16),
    ("code-points", TextId::ConversionCodePoints),
    ("bytes", TextId::ConversionBytes),
];

/// The page on which files in formats of others are opened.
pub(super) fn conversion_page(foreign: ForeignFiles) -> El {
    styles::adopt(STYLE);
    let app = App::from_context();
    let title = app.text(TextId::ConversionTitle);
    document().set_title(&title);
    let names = foreign.names().collect::<Vec<_>>().join(", ");
    let conversion = Conversion::begin(app, foreign);
    el("main")
        .class("page conversion-page")
        .attr("data-page", "conversion")
        .child(el("p").child(page_link(Route::Start.to_string(), app.text(TextId::AppHome))))
        .child(el("h1").child(title))
        .child(el("p").class("failure__what").child(el("bdi").child(names)))
        .child(
            el("div")
                .class("conversion-page__progress")
                .child(command_progress(conversion.commands, TextId::ConversionReading)),
        )
        .child(failure(app, conversion))
        .child(cancelled(app, conversion))
        .child(dynamic(move || faulty_files(app, conversion)))
        .child(dynamic(move || {
            let groups = conversion.groups.get();
            (!groups.is_empty()).then(|| found(app, conversion, &groups))
        }))
        .child(dynamic(move || {
            conversion.converted.get().map(|sources| outcome(app, conversion, &sources))
        }))
}

fn failure(app: App, conversion: Conversion) -> View {
    dynamic(move || {
        conversion.failure.get().map(|message| {
            notice_in_page(NoticeLevel::Error)
                .attr("role", "alert")
                .child(el("p").child(app.say(&message)))
                .child(read_again(app, conversion))
        })
    })
}

/// The message that reading was cancelled, with the way to read again.
fn cancelled(app: App, conversion: Conversion) -> View {
    show(flag(move || conversion.has_been_cancelled()), move || {
        notice_in_page(NoticeLevel::Info)
            .attr("role", "status")
            .attr("data-testid", "reading-cancelled")
            .child(el("p").child(app.text(TextId::ConversionCancelled)))
            .child(read_again(app, conversion))
    })
}

fn read_again(app: App, conversion: Conversion) -> El {
    let again = button(app.text(TextId::FailureRetry))
        .attr("data-testid", "read-again")
        .on_click(move || conversion.read());
    el("p").class("actions").child(again)
}

/// The files that are not read, or not read whole, each with its errors and the way to leave it out.
fn faulty_files(app: App, conversion: Conversion) -> Option<El> {
    let faulty = conversion.faulty_files();
    let shown = |file: &FaultyFile| {
        let records = file.records.map(|n| {
            el("dl")
                .class("conversion-page__overview")
                .child(el("dt").child(app.text(TextId::ConversionRecords)))
                .child(el("dd").attr("data-testid", "records-read").child(n.to_string()))
        });
        let unknown =
            file.errors.is_empty().then(|| el("p").child(app.text(TextId::ConversionUnknown)));
        let leave_out = file.at.map(|at| {
            let name = app.words().fill(TextId::FiguresRemove, &[("name", &file.name)]);
            let leave_out = button(name)
                .attr("data-testid", "leave-out")
                .on_click(move || conversion.leave_out(at));
            el("p").class("actions").child(leave_out)
        });
        el("section")
            .attr("data-testid", "faulty-file")
            .child(file_heading(&file.name))
            .child(unknown)
            .child(
                (!file.errors.is_empty())
                    .then(|| problem_list(app, file.errors.iter().map(|error| (None, error)))),
            )
            .child(records)
            .child(leave_out)
    };
    (!faulty.is_empty()).then(|| {
        notice_in_page(NoticeLevel::Error)
            .attr("role", "alert")
            .child(faulty.iter().map(shown).collect::<Vec<_>>())
    })
}

/// What the files are, and what they hold.
fn found(app: App, conversion: Conversion, groups: &[FormatGroup]) -> View {
    let is_one = matches!(groups, [group] if group.sources.len() == 1);
    let of_source = |source: &ForeignSource| {
        el("div")
            .child((!is_one).then(|| file_heading(&source.name)))
            .child(overview(app, &source.found))
    };
    let of_group = |(at, group): (usize, &FormatGroup)| {
        let sources: Vec<_> = group.sources.iter().map(of_source).collect();
        let sources = el("div").class("conversion-page__sources").child(sources);
        View::from([choices(app, conversion, at, group), sources.into()])
    };
    let as_fields = button(app.text(TextId::ConversionAsFields))
        .attr("data-testid", "as-fields")
        .on_click(move || conversion.open_as_fields());
    View::from([
        View::from(groups.iter().enumerate().map(of_group).collect::<Vec<_>>()),
        el("p").class("actions").child(as_fields).into(),
    ])
}

/// The choice of the format of a group and of the unit of its offsets.
fn choices(app: App, conversion: Conversion, at: usize, group: &FormatGroup) -> View {
    let has_offsets = group.found().is_some_and(|found| found.offsets.is_some());
    let format = format_choice(app, conversion, at, group);
    let offsets = has_offsets.then(|| {
        labelled(app.text(TextId::ConversionOffsets), offsets_choice(app, conversion, at, group))
    });
    el("section")
        .class("panel conversion-page__choices")
        .child(labelled(app.text(TextId::ConversionFormat), format))
        .child(offsets)
        .into()
}

fn labelled(name: String, field: El) -> El {
    el("label").class("conversion-page__choice").child(el("span").child(name)).child(field)
}

fn option(value: String, shown: String, is_chosen: bool) -> El {
    el("option").attr("value", value).attr("selected", is_chosen).child(shown)
}

/// All formats, those that fit first.
fn format_choice(app: App, conversion: Conversion, at: usize, group: &FormatGroup) -> El {
    let Some(found) = group.found() else { return el("select") };
    let mut formats = conversion.formats.get_untracked();
    let rank = |name: &str| found.candidates.iter().position(|fits| fits == name);
    formats.sort_by_key(|format| rank(&format.name).unwrap_or(usize::MAX));
    let undecided = found.format.is_none().then(|| {
        let key =
            if found.is_unknown() { TextId::ConversionUnknown } else { TextId::ConversionSeveral };
        option(String::new(), app.text(key), true)
    });
    let formats = formats.into_iter().map(|format| {
        let is_chosen = found.format.as_ref() == Some(&format.name);
        // Cut at its end, also on a page from right to left.
        option(format.name.clone(), format.described(), is_chosen).attr("dir", "ltr")
    });
    el("select")
        .attr("data-testid", "format")
        .child(undecided)
        .child(formats.collect::<Vec<_>>())
        .on(ev::change, move |event| {
            let chosen = Some(event_target_value(&event)).filter(|name| !name.is_empty());
            conversion.choose_format(at, chosen);
        })
}

/// The unit of offsets; the first option is the one that is detected.
fn offsets_choice(app: App, conversion: Conversion, at: usize, group: &FormatGroup) -> El {
    let chosen = group.offsets.clone();
    let found = group.found().and_then(|found| found.offsets.as_ref()?.unit.clone());
    let name = |unit: &str| {
        let known = UNITS.iter().find(|(name, _)| *name == unit);
        known.map_or_else(|| unit.to_owned(), |(_, key)| app.text(*key))
    };
    let detected = match (&chosen, found) {
        (None, Some(unit)) => {
            app.words().fill(TextId::ConversionDetectedUnit, &[("unit", &name(&unit))])
        }
        (Some(_), _) | (None, None) => app.text(TextId::ConversionDetect),
    };
    let units = UNITS
        .into_iter()
        .map(|(unit, key)| option(unit.to_owned(), app.text(key), chosen.as_deref() == Some(unit)));
    el("select")
        .attr("data-testid", "offsets")
        .child(option(String::new(), detected, chosen.is_none()))
        .child(units.collect::<Vec<_>>())
        .on(ev::change, move |event| {
            let unit = Some(event_target_value(&event)).filter(|unit| !unit.is_empty());
            conversion.choose_offsets(at, unit);
        })
}

fn template_choice(app: App, conversion: Conversion) -> El {
    let choices = conversion.template_choices();
    let chosen = conversion.template;
    let gallery = conversion.gallery_template().unwrap_or_default();
    let name = |choice: TemplateChoice| match choice {
        TemplateChoice::Given => conversion.given_label(),
        TemplateChoice::Gallery => {
            app.words().fill(TextId::ConversionGallery, &[("name", &gallery)])
        }
        TemplateChoice::Made => app.text(TextId::ConversionMade),
    };
    let current = chosen.get_untracked();
    let options = choices
        .iter()
        .enumerate()
        .map(|(at, choice)| option(at.to_string(), name(*choice), current == Some(*choice)));
    let options = options.collect::<Vec<_>>();
    el("select").attr("data-testid", "template-choice").child(options).on(
        ev::change,
        move |event| {
            let at = event_target_value(&event).parse::<usize>().ok();
            chosen.set(at.and_then(|at| choices.get(at).copied()));
        },
    )
}

/// The heading of what is said about a file, where there are several.
fn file_heading(name: &str) -> El {
    el("h2").child(el("bdi").child(name))
}

/// What the conversion said, and the way on.
fn outcome(app: App, conversion: Conversion, sources: &[ConvertedSource]) -> View {
    let is_one = sources.len() == 1;
    let are_all_read = sources.iter().all(|source| source.data.text.is_some());
    let said: Vec<El> = sources
        .iter()
        .enumerate()
        .filter(|(_, source)| source.data.says_something())
        .map(|(at, source)| {
            el("section")
                .child((!is_one).then(|| file_heading(&source.name)))
                .child(losses(app, &source.data))
                .child(warnings(app, source))
                .child(source_spans(app, conversion, at, source))
        })
        .collect();
    let open = are_all_read.then(|| {
        el("section")
            .class("panel conversion-page__choices")
            .child(labelled(app.text(TextId::ConversionTemplate), template_choice(app, conversion)))
            .child(el("p").class("actions").child(ways_on(app, conversion, is_one)))
    });
    View::from([View::from(open), View::from(said)])
}

/// The spans of a source that were not found exactly.
fn source_spans(app: App, conversion: Conversion, at: usize, source: &ConvertedSource) -> View {
    let (decisions, kept) = (conversion.decisions, source.clone());
    let save = button(app.text(TextId::ConversionSaveDecisions))
        .attr("data-testid", "save-decisions")
        .attr("disabled", flag(move || decisions.count(at) == 0))
        .on_click(move || conversion.save_decisions(at, &kept));
    found_spans(app, decisions, at, &source.data.spans, save)
}

/// The buttons that open the data: for adjudication if it is of several annotators, and as one if it is in one piece or is
/// added to the files of other annotators.
fn ways_on(app: App, conversion: Conversion, is_one: bool) -> View {
    let is_added = conversion.is_for_other_annotators();
    let is_of_several = conversion.is_of_several_annotators() && !is_added;
    let is_busy = flag(move || conversion.commands.progress.with(Option::is_some));
    let way = |key: TextId, testid: &'static str, how: ConvertedUse| {
        button(app.text(key))
            .attr("data-testid", testid)
            .attr("disabled", is_busy)
            .on_click(move || conversion.open(how))
    };
    let main = "button button--main";
    let decide = || {
        way(TextId::ConversionAdjudicate, "open-adjudication", ConvertedUse::Adjudication)
            .class(main)
    };
    let open = || match is_of_several {
        true => way(TextId::ConversionOpenTogether, "open-converted", ConvertedUse::Annotation),
        false => {
            way(TextId::ConversionOpen, "open-converted", ConvertedUse::Annotation).class(main)
        }
    };
    View::from([is_of_several.then(decide), (is_one || is_added).then(open)])
}

fn losses(app: App, converted: &ConvertedData) -> El {
    if converted.losses.is_empty() {
        return el("div");
    }
    let rows = converted.losses.iter().map(|loss| {
        el("li").child(format!("{} ", loss.count)).child(english().child(loss.what.as_str()))
    });
    el("section")
        .child(el("h2").child(app.text(TextId::ConversionLosses)))
        .child(el("ul").attr("data-testid", "losses").child(rows.collect::<Vec<_>>()))
}

/// An element with what the command line says, which is in English.
fn english() -> El {
    el("span").attr("lang", "en").attr("dir", "ltr")
}

/// A problem in the words of the command line; a remedy that is an option there is a control of the page here.
fn said(app: App, problem: &ListedProblem) -> El {
    let remedy = if problem.doubts_format() {
        let format = app.text(TextId::ConversionFormat);
        el("span").child(app.words().fill(TextId::ConversionOtherFormat, &[("format", &format)]))
    } else {
        english().child(problem.remedy.as_str())
    };
    el("span")
        .child(english().class("diagnostic__message").child(problem.message.as_str()))
        .child(" ")
        .child(remedy.class("diagnostic__remedy"))
}

/// The place of a problem in its file, as far as it is known.
fn place_told(app: App, problem: &ListedProblem) -> String {
    let words = app.words();
    match (problem.line, problem.column, problem.index) {
        (Some(line), Some(column), _) => {
            app.say(&say!(ProblemLineLineColumnColumn, line = line, column = column))
        }
        (Some(line), None, _) => words.fill(TextId::ConversionLine, &[("n", &line.to_string())]),
        (None, _, Some(index)) => {
            words.fill(TextId::ConversionRecord, &[("n", &(index + 1).to_string())])
        }
        (None, _, None) => String::new(),
    }
}

/// Problems, each with the path of its file where that is not clear.
fn problem_list<'p>(
    app: App,
    problems: impl IntoIterator<Item = (Option<&'p str>, &'p ListedProblem)>,
) -> El {
    let row = |(path, problem): (Option<&str>, &ListedProblem)| {
        let path = path.map(|path| View::from([View::from(el("bdi").child(path)), " ".into()]));
        let class = if problem.is_error() {
            "diagnostic diagnostic--error"
        } else {
            "diagnostic diagnostic--warning"
        };
        el("li")
            .class(class)
            .child(
                el("span").class("diagnostic__place").child(path).child(place_told(app, problem)),
            )
            .child(said(app, problem))
    };
    el("ul")
        .class("diagnostics")
        .attr("data-testid", "problems")
        .child(problems.into_iter().map(row).collect::<Vec<_>>())
}

/// The problems that are no errors: those stand above, with their files.
fn warnings(app: App, source: &ConvertedSource) -> El {
    let converted = &source.data;
    let warnings = converted.problems.iter().filter(|found| !found.is_error());
    let warnings: Vec<_> =
        warnings.map(|problem| (source.path_in_folder(problem), problem)).collect();
    if warnings.is_empty() && converted.unlisted == 0 {
        return el("div");
    }
    let more = (converted.unlisted > 0).then(|| {
        el("p").class("hint").child(
            app.words()
                .fill(TextId::ConversionMoreProblems, &[("n", &converted.unlisted.to_string())]),
        )
    });
    el("section")
        .child(el("h2").child(app.text(TextId::ConversionProblems)))
        .child((!warnings.is_empty()).then(|| problem_list(app, warnings)))
        .child(more)
}
