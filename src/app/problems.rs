//! Lists the problems of the template and the data of the works on a page, and reports them in one notice.

use std::sync::Arc;

use leptos::prelude::*;

use super::context::{App, Page, Session};
use super::notices::{NoticeAction, NoticeLevel};
use super::page_address::last_segment;
use spanwise_annotation::typology_hash::OTHER_TYPOLOGY;
use spanwise_browser::timing;
use spanwise_diagnostics::{Diagnostic, Severity};
use spanwise_i18n::{Message, TextId, say};
use spanwise_links::AddressParts;

/// Longest time that the notice waits until all instances are read, in milliseconds.
const PATIENCE_MS: i32 = 800;

/// The file that a problem was found in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProblemFile {
    /// The template.
    Template,
    /// The data.
    Data,
}

/// Problems of one file.
#[derive(Debug, Clone)]
pub struct FileProblems {
    /// The file.
    pub origin: ProblemFile,
    /// Its name, without a path.
    pub name: String,
    /// Number of problems.
    pub count: usize,
    /// The problems; if there are very many, the first of them.
    pub problems: Vec<Diagnostic>,
}

/// Numbers of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct ProblemCounts {
    template: usize,
    data: usize,
}

impl Session {
    /// Sets the works that the page shows side by side, this one being the first.
    pub(super) fn set_beside(self, works: Vec<Session>) {
        self.work.update_value(|work| work.workspace.show_whole_texts(!works.is_empty()));
        self.beside.set_value(works);
    }

    fn works(self) -> Vec<Session> {
        match self.beside.get_value() {
            none if none.is_empty() => vec![self],
            works => works,
        }
    }

    /// Counts the problems of the template, and of the data of all works of the page as far as it was read. Tracks
    /// changes.
    fn problem_counts(self) -> ProblemCounts {
        ProblemCounts {
            template: self.problems.template.with_value(|list| list.len()),
            data: self.works().iter().map(|work| work.problems.in_data.get()).sum(),
        }
    }

    /// Returns `true` if the template or the data has problems. Tracks changes.
    #[must_use]
    pub fn has_problems(self) -> bool {
        self.problem_counts() != ProblemCounts::default()
    }

    /// Message with the numbers of problems of the template, the data, or both.
    #[must_use]
    pub fn problems_counted(self) -> Message {
        let ProblemCounts { template, data } = self.problem_counts();
        let of_template = || say!(BarTemplateProblems, n = template);
        let of_data = || say!(BarProblems, n = data);
        match (template, data) {
            (_, 0) => of_template(),
            (0, _) => of_data(),
            _ => {
                say!(BarProblemsOfBoth, template = of_template(), data = of_data())
            }
        }
    }

    /// Problems of the data of this work, as far as it was read; if there are very many, the first of them.
    #[must_use]
    pub fn data_problems(self) -> Vec<Diagnostic> {
        self.ask(|workspace| {
            let of_file = workspace.dataset().problems();
            of_file.iter().chain(workspace.overview().problems()).cloned().collect()
        })
    }

    /// All problems by file: the template, then the data of each work of the page.
    #[must_use]
    pub fn problems_by_file(self) -> Vec<FileProblems> {
        let template = self.work.with_value(|work| work.template.origin.clone());
        let problems = self.problems.template().to_vec();
        let (origin, count) = (ProblemFile::Template, problems.len());
        let of_template = FileProblems { origin, name: short(&template), count, problems };
        let of_data = |session: Session| {
            let name = session.work.with_value(|work| short(&work.meta.source));
            let problems = session.data_problems();
            let count = session.problems.in_data.get_untracked();
            FileProblems { origin: ProblemFile::Data, name, count, problems }
        };
        let of_data = self.works().into_iter().map(of_data);
        let all = std::iter::once(of_template).chain(of_data);
        all.filter(|file| file.count > 0).collect()
    }

    /// Shows a notice of the problems, and updates it once if more are found by the time that all data is read.
    pub(super) fn report_problems(self) {
        if self.app.is_preview.get_value() {
            return;
        }
        let is_late = RwSignal::new(false);
        timing::after(PATIENCE_MS, move || {
            is_late.try_set(true);
        });
        Effect::new(move |told: Option<bool>| {
            let is_complete = self.works().iter().all(|work| work.problems.is_complete.get());
            let counts = self.problem_counts();
            // The notice is updated only once, at the end.
            let is_due = is_complete || (is_late.get() && told != Some(true));
            if !is_due || counts == ProblemCounts::default() {
                return told.unwrap_or_default();
            }
            self.report_most_severe() || told.unwrap_or_default()
        });
    }

    /// Shows the numbers and the most severe problem; returns `true` if there is one.
    fn report_most_severe(self) -> bool {
        // Annotators of an assigned work cannot correct the files: only errors concern them.
        let least = if self.is_assigned() { Severity::Error } else { Severity::Warning };
        let files = self.problems_by_file();
        // The page of several annotators has a notice of its own that names all files.
        let has_notice = self.app.page.with_untracked(|page| matches!(page, Page::Adjudicate(_)));
        let is_told = |problem: &Diagnostic| {
            problem.severity >= least && !(has_notice && problem.code == OTHER_TYPOLOGY)
        };
        let all = files.iter().flat_map(|file| file.problems.iter().map(move |p| (file, p)));
        // Of equal ones, `max_by_key` takes the last.
        let all: Vec<_> = all.filter(|(_, problem)| is_told(problem)).collect();
        let gravest = all.into_iter().rev().max_by_key(|(_, problem)| problem.severity);
        let Some((file, problem)) = gravest else { return false };
        let level = match problem.severity {
            Severity::Error => NoticeLevel::Error,
            Severity::Warning | Severity::Hint => NoticeLevel::Warning,
        };
        let shown = self.problems.shown;
        let run = Arc::new(move || {
            shown.try_set(true);
        });
        let action = NoticeAction { label: TextId::NoticeProblemsShow, run };
        let message = say!(
            NoticeProblems,
            counts = self.problems_counted(),
            file = file.name.as_str(),
            problem = problem.sentence()
        );
        let app: App = self.app;
        match self.problems.notice.get_value() {
            // The person dismissed it.
            Some(told) if !app.notices.contains(told) => return true,
            Some(told) => app.dismiss(told),
            None => {}
        }
        self.problems.notice.set_value(Some(app.notices.add(level, message, Some(action))));
        true
    }

    /// Dismisses the notice, with the page of the work.
    pub(super) fn dismiss_problems(self) {
        if let Some(Some(told)) = self.problems.notice.try_get_value() {
            self.app.dismiss(told);
        }
    }
}

/// Returns the file name of a path or an address; a folder's own name if it ends with a slash.
fn short(name: &str) -> String {
    last_segment(AddressParts::of(name).path.trim_end_matches('/')).to_owned()
}
