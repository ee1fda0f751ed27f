//! The events that follow from a command.

use std::sync::Arc;

use super::{LoggedEvent, LoggedEventKind};
use crate::change::Change;
use crate::document::{AnswerOwner, EditKey, Instance};
use crate::workspace::{Command, Commit, Workspace, WorkspaceView};

/// A command and the state of the work before it.
#[derive(Debug, Clone)]
pub struct BeforeCommand {
    sort: CommandSort,
    instance: Arc<Instance>,
    view: WorkspaceView,
}

/// A command, as far as its event does not follow from the changes that it makes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CommandSort {
    Undo,
    Redo,
    Answer(Option<EditKey>),
    /// A selection in a text, or an edit taken into the composite that is made.
    Selection(Option<EditKey>),
    Other,
}

impl CommandSort {
    fn of(command: &Command) -> Self {
        match command {
            Command::Undo => CommandSort::Undo,
            Command::Redo => CommandSort::Redo,
            Command::Answer(AnswerOwner::Edit(edit), ..) => CommandSort::Answer(Some(*edit)),
            Command::Answer(AnswerOwner::Instance | AnswerOwner::Text(_), ..)
            | Command::TakeAnswer { .. } => CommandSort::Answer(None),
            Command::SelectText(..)
            | Command::SelectPoint(..)
            | Command::ClickPoint(..)
            | Command::TapWord(..) => CommandSort::Selection(None),
            Command::ToggleConstituent(edit) => CommandSort::Selection(Some(*edit)),
            Command::GoTo(_)
            | Command::GoToParagraph(..)
            | Command::Select(_)
            | Command::ChooseCategory(_)
            | Command::DropDraftSpan(..)
            | Command::Finish
            | Command::Escape
            | Command::Extend(_)
            | Command::ChooseRole(_)
            | Command::Delete(_)
            | Command::Clear
            | Command::Duplicate(_)
            | Command::Take { .. }
            | Command::Place(_)
            | Command::Reject { .. }
            | Command::Apply(_)
            | Command::SetCategory(..)
            | Command::Grip
            | Command::MoveEdge(..)
            | Command::StepEdge(..)
            | Command::RemoveSpan(_)
            | Command::RemoveConstituent { .. }
            | Command::TakeApart(_)
            | Command::SetBookmark(_)
            | Command::SetComment(_)
            | Command::SetDone(_) => CommandSort::Other,
        }
    }
}

impl BeforeCommand {
    /// Takes down what is needed to find the events of a command, before it is executed.
    #[must_use]
    pub fn of(workspace: &Workspace, command: &Command) -> Self {
        BeforeCommand {
            sort: CommandSort::of(command),
            instance: workspace.current().clone(),
            view: workspace.view().clone(),
        }
    }

    /// The events of the command that was executed meanwhile, with its commits, in their order.
    #[must_use]
    pub fn events(
        &self,
        workspace: &Workspace,
        commits: &[Commit],
        unix_ms: u64,
    ) -> Vec<LoggedEvent> {
        let now = workspace.view();
        let at = |instance: usize, kind: LoggedEventKind| LoggedEvent { unix_ms, instance, kind };
        let mut events = Vec::new();
        if let CommandSort::Selection(edit) = self.sort
            && (*now != self.view || !commits.is_empty())
        {
            events.push(at(self.view.instance, LoggedEventKind::Selected(edit)));
        }
        for commit in commits {
            let kinds = self.kinds_of(workspace, commit);
            events.extend(kinds.into_iter().map(|kind| at(commit.instance, kind)));
        }
        if now.instance != self.view.instance {
            events.push(at(now.instance, LoggedEventKind::Shown));
        } else if commits.is_empty()
            && let opened @ Some(_) = now.selected.filter(|_| now.selected != self.view.selected)
        {
            events.push(at(now.instance, LoggedEventKind::Selected(opened)));
        }
        events
    }

    fn kinds_of(&self, workspace: &Workspace, commit: &Commit) -> Vec<LoggedEventKind> {
        match self.sort {
            CommandSort::Undo => return vec![LoggedEventKind::Undone],
            CommandSort::Redo => return vec![LoggedEventKind::Redone],
            CommandSort::Answer(_) | CommandSort::Selection(_) | CommandSort::Other => {}
        }
        let before = (commit.instance == self.view.instance).then_some(&*self.instance);
        let after = workspace.instance(commit.instance);
        let was_there = |edit| before.is_some_and(|instance| instance.edit(edit).is_some());
        let kind = |change: &Change| match change {
            // Constituents that are taken into a composite, or out of one, are there before and after.
            Change::Insert { edit, .. } => {
                (!was_there(edit.key)).then_some(LoggedEventKind::Committed(edit.key))
            }
            Change::Remove(edit) => {
                after.edit(*edit).is_none().then_some(LoggedEventKind::Deleted(*edit))
            }
            Change::Replace(edit) => Some(match self.sort {
                CommandSort::Answer(owner) => LoggedEventKind::Answered(owner),
                CommandSort::Undo
                | CommandSort::Redo
                | CommandSort::Selection(_)
                | CommandSort::Other => LoggedEventKind::Changed(Some(edit.key)),
            }),
            Change::Answers(_) | Change::TextAnswers(..) => Some(LoggedEventKind::Answered(None)),
            Change::Bookmark(_)
            | Change::Comment(_)
            | Change::Decisions(_)
            | Change::Rejected(_) => Some(LoggedEventKind::Changed(None)),
            Change::Done(true) => Some(LoggedEventKind::Done),
            Change::Done(false) => Some(LoggedEventKind::Reopened),
            Change::Reading(reading) => {
                let known = before.map_or(usize::MAX, |instance| instance.reading.len());
                let newest = reading.len().checked_sub(1).filter(|_| reading.len() > known);
                newest.map(LoggedEventKind::Revealed)
            }
        };
        commit.changes.iter().filter_map(kind).collect()
    }
}
