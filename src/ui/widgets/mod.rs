//! Components that several pages use.

mod button;
mod command_progress;
mod copy;
mod diagnostics;
mod dialog;
mod dropdown;
mod example;
mod file_field;
mod icon;
mod language_choice;
mod lazy;
mod markdown;
mod notices;
mod page_link;
mod progress_text;

pub(super) use button::{button, icon_button};
pub(super) use command_progress::{command_progress, time_told};
pub(super) use copy::copy;
pub(super) use diagnostics::{diagnostic, diagnostic_list, diagnostics, prose};
pub(super) use dialog::dialog;
pub(super) use dropdown::{DropdownElement, dropdown, dropdown_button};
pub(super) use file_field::{file_field, open_files, prefetch_open_files};
pub(super) use icon::{Icon, filled_icon, icon};
pub(super) use language_choice::language_choice;
pub(super) use lazy::lazy;
pub(super) use markdown::{annotated_markdown, instructions, load_markdown, markdown};
pub(super) use notices::{notice_in_page, notices};
pub(super) use page_link::page_link;
pub(super) use progress_text::{InstanceCounts, progress_text};

#[cfg(test)]
mod tests;
