//! Texts of the page that shows several annotators side by side.

use super::{Key, wording};

wording! {
    ADJUDICATING
    AdjudicateNumbered "adjudicate.numbered" "Annotator {n}"
    AdjudicateAnnotators "adjudicate.annotators" "Annotators"
    AdjudicateReadOnly "adjudicate.read_only" "read-only"
    AdjudicateWaiting "adjudicate.waiting" "Data is missing"
    AdjudicateWaitingCount "adjudicate.waiting_count" "This template shows {n} annotator.|This template shows the work of {n} annotators on the same data, side by side. Not all of it is here yet:"
    AdjudicateMissing "adjudicate.missing" "missing"
    AdjudicateWaitingHint "adjudicate.waiting_hint" "Choose the missing files, or drop them anywhere on this page: one file of data for each annotator. In a link they are d1, d2 and so on."
    AdjudicateLost "adjudicate.lost" "This browser no longer has the missing files: it may have deleted them to save space. Open the same ones again: your annotations are still here."
    AdjudicateTooMany "adjudicate.too_many" "This template shows {n} annotators, and {given} files are given: the first ones are shown. For more, change “adjudication” in the template."
    AdjudicateNothingShared "adjudicate.nothing_shared" "These files have no instance in common: no source and target of one is in another. Choose files of annotators who worked on the same data."
    AdjudicateOthersNotKept "adjudicate.others_not_kept" "The other annotators’ data could not be kept in this browser. Keep their files: your own work is saved, and goes on when you open all files again."
    AdjudicateLacks "adjudicate.lacks" "The file of “{name}” lacks {n} instance that others have: {numbers}. The column says so there.|The file of “{name}” lacks {n} instances that others have: {numbers}. The column says so there."
    AdjudicateOtherTexts "adjudicate.other_texts" "For {n} of them it has one of the same name with another source or target, so that spans can’t be compared: {numbers}.|For {n} of them it has ones of the same names with other sources or targets, so that spans can’t be compared: {numbers}."
    AdjudicateLacksThis "adjudicate.lacks_this" "This instance is not in the file of this annotator, so there is nothing to compare."
    AdjudicateAgree "adjudicate.agree" "{n} agrees|{n} agree"
    AdjudicateDiffer "adjudicate.differ" "{n} differs|{n} differ"
    AdjudicateOnly "adjudicate.only" "{n} only in “{name}”"
    AdjudicateNoEdits "adjudicate.no_edits" "No one has marked anything here."
    AdjudicateOnlyDifferences "adjudicate.only_differences" "Only differences"
    AdjudicateNextDifference "adjudicate.next_difference" "Next instance with differences"
    AdjudicateNoMore "adjudicate.no_more" "There is no other instance in which the annotators differ."
    AdjudicateSame "adjudicate.same" "agrees with all"
    AdjudicateAnswersDiffer "adjudicate.answers_differ" "answers differ"
    AdjudicateBoundaryDiffers "adjudicate.boundary_differs" "boundary differs"
    AdjudicateCategoryDiffers "adjudicate.category_differs" "category differs"
    AdjudicateNotIn "adjudicate.not_in" "not in {names}"
    AdjudicateOnlyHere "adjudicate.only_here" "only here"
    AdjudicateFrom "adjudicate.from" "{what} ({names})"
    AdjudicateNotAnswered "adjudicate.not_answered" "not answered"
    AdjudicateDiffers "adjudicate.differs" "differs"
}
