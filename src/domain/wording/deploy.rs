//! Texts of the dialog that deploys a template.

use super::{Key, wording};

wording! {
    DEPLOYING
}
