//! Small files of each format, with its oddities.

use crate::{Format, TextFile};

/// Paths and texts of the files of a sample.
pub(crate) type Sample = &'static [(&'static str, &'static str)];

pub(crate) const THRESH: Sample = &[(
    "",
    r#"[{"id": "x", "source": "a", "target": "é 😀 b", "_spanwise": {"done": true, "more": 1}, "metadata": {"annotator": "ann"}, "edits": [{"category": "c", "id": 1, "annotation": {"q": {"val": "o", "o": "p"}}, "input_idx": [[0, 1]], "output_idx": [[2, 4], [5, 6]]}, {"category": "d", "id": 1, "annotation": null, "constituent_edits": [{"category": "c", "id": 2, "annotation": null}]}]}]"#,
)];

pub(crate) const FACTGENIE: Sample = &[
    (
        "c/files/a.jsonl",
        r#"{"dataset": "d", "example_idx": 3, "output": "é 😀 ab", "metadata": {"annotator_id": "p"}, "annotations": [{"type": 0, "text": "ab", "start": 4, "occurence_index": 1}, {"type": 7, "text": "no", "start": 2.0}, 5]}"#,
    ),
    ("c/metadata.json", r#"{"annotation_span_categories": ["A", {"name": "B"}]}"#),
    ("c/db.csv", "a,b\n1,2\n"),
];

pub(crate) const MQM: Sample = &[(
    "",
    "seg_id\tsource\ttarget\trater\tseverity\tcategory\tx\n1\t\"a\t<v>b😀</v> é\tr\tMajor\tStyle/Awkward\t\"\n\n1\t\"a\tb😀 é\tr\tno-error\t\t\n2\ta\n2\t<v>\tb\tr\tOdd\tOther\t\tmore\r\n",
)];

pub(crate) const ESA: Sample = &[(
    "",
    r#"{"src": "a", "tgt": "é 😀 b", "esa_spans": [{"start_i": 2, "end_i": 2, "severity": "minor"}, {"start_i": "missing", "end_i": "missing", "severity": 3, "error_type": null}, {"end_i": 99}], "esa_score": 85.50, "annotator": 12}
{"src": 1, "tgt": "b", "esa_spans": null}"#,
)];

pub(crate) const MU_SHROOM: Sample = &[(
    "",
    r#"{"id": "val-en-1", "lang": "EN", "model_input": "q", "model_output_text": "é 😀 b", "model_id": "m", "soft_labels": [{"start": 2, "prob": 0.50, "end": 3}, {"end": 5, "prob": "1", "start": 4, "x": null}, {"start": 4, "end": 99, "prob": 1}, 5], "hard_labels": [[0, 3]], "model_output_logits": [-1.50]}
{"id": 2, "model_input": null, "model_output_text": "b", "soft_labels": null, "hard_labels": [[0, 1], [1, 1]]}
{"model_input": "q", "model_output_text": "ab", "soft_labels": [{"start": 0, "prob": 0.75, "end": 1}], "hard_labels": {"a": 1}}
{"model_input": "q", "model_output_text": "ab", "annotator": 3}"#,
)];

pub(crate) const PROPAGANDA: Sample = &[
    ("a/article7.txt", "One 😀 two\r\n\nthree\n"),
    ("a/article7.labels.tsv", "7\tDoubt \t4\t5\n\n7\tSmears\t6\t99\n8\tDoubt\t1\t2"),
];

pub(crate) const ARXIVEDITS: Sample = &[(
    "",
    r#"{"0": {"sentence-1": "a 😀 b .", "sentence-2": "é b .", "arxiv-id": "1", "edits-combination-0": {"0": {"type": "Substitute", "intention": "Lang-other", "sentence-1-token-indices": [0, 2], "sentence-2-token-indices": [0, 1]}, "x": {"type": "DELETION", "sentence-1-token-indices": [2, 9]}}, "edits-combination-1": {}}, "7": {"sentence-1": 1, "sentence-2": ""}}"#,
)];

pub(crate) const FG_RLHF: Sample = &[(
    "",
    r#"[{"question": "Who?", "passages": [["T", "One."]], "gold": "g", "prediction 1": "é 😀 her", "feedback": {"errors": [{"error type": "Redundant", "explanation": null, "start": 2, "end": 3}, {"error type": 1, "start": 0, "end": 99}], "missing-info": [{"error type": "Missing-Answer", "passage_id": 0, "sentence_id": "1"}], "corrected-prediction": "him"}}, {"gold": 1, "prediction 1": "p", "feedback": 2}]"#,
)];

pub(crate) const FALTE: Sample = &[
    (
        "stories.json",
        r#"{"s": {"sentences": ["😀 <span class='ne ne-1'>Al</span> &amp; é", "Al again"]}, "t": {"sentences": []}, "u": 1}"#,
    ),
    (
        "annotations.csv",
        "sampleid,segmentid,storyid,error,span1,span1_start,span1_end,span2,span2_start,span2_end,survey_code,feedback,annotator\n3,1,s,repitition,Al,0,2,Al,3,5,A,\"x \"\"y\"\"\",\n4,0,s,no-error,,,,,,,B,,\n5,9,v,grammar,x,9,1,,0,0,C,,\n",
    ),
];

pub(crate) const FRANK: Sample = &[(
    "",
    r#"[{"hash": 1, "summary": "One 😀. Two.", "reference": "é", "article": "a", "summary_sentences_annotations": [{"x": ["NoE"], "y": ["EntE", "OutE"]}, {"y": [], "x": 3}, 5]}, {"summary": 1}]"#,
)];

pub(crate) const SCARECROW: Sample = &[(
    "",
    "gid,prompt,generation,responses,note\n1,p,\"é 😀 words, more\",\"[['A1B2C3D4E5F6G7', \"\"it's\"\", 3, 4, [['Redundant', 'a_SEP_ b', 1, 4, 9, [0, 1]], ['Bad_Math', None, 7, 1]]], [['x', '', 2, 0, 1, []]]]\",k\n2,p,t,[],\n3,p,t,[,\n",
)];

pub(crate) const SNAC: Sample = &[(
    "",
    r#"{"b": {"0": {"text": "é x 😀 x", "m": 1, "errors": [{"span": "x", "error_type": "E", "votes": 2, "start": 2, "end": 3}, {"error_type": "F", "span": "no"}, 5]}, "1": 1}, "c": {}, "d": 2}"#,
)];

pub(crate) const WEB_ANNOTATION: Sample = &[(
    "",
    r##"{"@context": "x", "items": [{"motivation": "describing", "body": {"type": "TextualBody", "value": "é 😀 warm"}, "target": "t:1"}, {"id": "a", "creator": {"name": "Ann"}, "motivation": "tagging", "body": [{"purpose": "tagging", "value": "W"}, {"purpose": "commenting", "value": "c"}], "target": [{"source": "t:1", "selector": [{"type": "TextPositionSelector", "start": 4, "end": 8}, {"type": "TextQuoteSelector", "exact": "warm"}]}, {"source": "t:1#source", "selector": {"type": "X"}}]}, {"target": {}}]}"##,
)];

pub(crate) const PYGAMMA: Sample = &[
    ("all.csv", "3,ann,W,0,2\n3,bob,\"x, y\",1,2\n"),
    ("continua/3.csv", "ann,W,0,2\nbob,\"x, y\",1,2\n"),
];

pub(crate) const CONLL: Sample = &[(
    "",
    "-DOCSTART- -X- O O\n\n# text = aé😀 b\naé😀 B-x\nb\tI-x\r\n\n\nc\nd\tNNP\tZ-x\n-DOCSTART-\nb E-x y",
)];

pub(crate) const BRAT: Sample = &[
    ("a/x.txt", "ab é 😀\nb"),
    (
        "a/x.ann",
        "T1\tA 0 2;3 4\tab é\nA1\tB T1 v\n#1\tN T1\té\nR1\tS A:T1 B:T1\nT2\tC 5 6\t😀\nT3\tC 1 99\tno\nT4 C\n",
    ),
    ("a/y.txt", "untouched"),
    ("annotation.conf", "[entities]\n"),
];

pub(crate) const CSV_SPANS: Sample = &[(
    "",
    "\u{feff}record,id,annotator,done,category,text,start_code_points,end_code_points,quote,role,answer:q (choice),answer:q (choice)/o,answer:r (several),metadata:note,edit,part_of,edit_id,origin,origin_name,edit_more,item:doc (text),item:n,source,target,text:b (target),context,item_more\n1,7,ann,yes,c,b,0,1,'-,,o,p,\"[\"\"x\"\",\"\"y\"\"]\",'@n,1,,1,model (mended),m,,3,0.50,'=a,\"é 😀 b; \"\"c\"\"\",'-x,\"one\ntwo\",\"{\"\"other\"\":{\"\"id\"\":\"\"7\"\"},\"\"metadata\"\":{\"\"l\"\":[1]}}\"\n1,7,ann,yes,c,source,0,1,'=,,o,p,\"[\"\"x\"\",\"\"y\"\"]\",'@n,1,,1,model (mended),m,,3,0.50,,,,,\n1,7,ann,yes,c,target,2,3,😀,,o,p,\"[\"\"x\"\",\"\"y\"\"]\",'@n,1,,1,model (mended),m,,3,0.50,,,,,\n1,7,ann,yes,c,target,4,5,b,,o,p,\"[\"\"x\"\",\"\"y\"\"]\",'@n,1,,1,model (mended),m,,3,0.50,,,,,\n1,7,ann,yes,d,,,,,,,,,,2,,x,,,,3,0.50,,,,,\n1,7,ann,yes,c,,,,,,,,,,3,2,2,,,,3,0.50,,,,,\n2,,,no,,,,,,,,,,,,,,,,,,,,b,,,\n",
)];

pub(crate) const TSV_SPANS: Sample = &[(
    "",
    "\u{feff}record\tid\tannotator\tdone\tcategory\ttext\tstart_code_points\tend_code_points\tquote\trole\tanswer:q (choice)\tanswer:q (choice)/o\tanswer:r (several)\tmetadata:note\tedit\tpart_of\tedit_id\torigin\torigin_name\tedit_more\titem:doc (text)\titem:n\tsource\ttarget\ttext:b (target)\tcontext\titem_more\n1\t7\tann\tyes\tc\tb\t0\t1\t'-\t\to\tp\t\"[\"\"x\"\",\"\"y\"\"]\"\t'@n\t1\t\t1\tmodel (mended)\tm\t\t3\t0.50\t'=a\t\"é 😀 b; \"\"c\"\"\"\t'-x\t\"one\ntwo\"\t\"{\"\"other\"\":{\"\"id\"\":\"\"7\"\"},\"\"metadata\"\":{\"\"l\"\":[1]}}\"\n1\t7\tann\tyes\tc\tsource\t0\t1\t'=\t\to\tp\t\"[\"\"x\"\",\"\"y\"\"]\"\t'@n\t1\t\t1\tmodel (mended)\tm\t\t3\t0.50\t\t\t\t\t\n1\t7\tann\tyes\tc\ttarget\t2\t3\t😀\t\to\tp\t\"[\"\"x\"\",\"\"y\"\"]\"\t'@n\t1\t\t1\tmodel (mended)\tm\t\t3\t0.50\t\t\t\t\t\n1\t7\tann\tyes\tc\ttarget\t4\t5\tb\t\to\tp\t\"[\"\"x\"\",\"\"y\"\"]\"\t'@n\t1\t\t1\tmodel (mended)\tm\t\t3\t0.50\t\t\t\t\t\n1\t7\tann\tyes\td\t\t\t\t\t\t\t\t\t\t2\t\tx\t\t\t\t3\t0.50\t\t\t\t\t\n1\t7\tann\tyes\tc\t\t\t\t\t\t\t\t\t\t3\t2\t2\t\t\t\t3\t0.50\t\t\t\t\t\n2\t\t\tno\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\tb\t\t\t\n",
)];

pub(crate) const CSV_EDITS: Sample = &[(
    "",
    "\u{feff}record,id,annotator,done,category,spans_code_points:b,quotes:b,spans_code_points:source,quotes:source,spans_code_points:target,quotes:target,answer:q (choice),answer:q (choice)/o,answer:r (several),metadata:note,edit,part_of,edit_id,origin,origin_name,edit_more,item:doc (text),item:n,source,target,text:b (target),context,item_more\n1,7,ann,yes,c,0..1,'-,0..1,'=,2..3; 4..5,😀 … b,o,p,\"[\"\"x\"\",\"\"y\"\"]\",'@n,1,,1,model (mended),m,,3,0.50,'=a,\"é 😀 b; \"\"c\"\"\",'-x,\"one\ntwo\",\"{\"\"other\"\":{\"\"id\"\":\"\"7\"\"},\"\"metadata\"\":{\"\"l\"\":[1]}}\"\n1,7,ann,yes,d,,,,,,,,,,,2,,x,,,,3,0.50,,,,,\n1,7,ann,yes,c,,,,,,,,,,,3,2,2,,,,3,0.50,,,,,\n2,,,no,,,,,,,,,,,,,,,,,,,,,b,,,\n",
)];

pub(crate) const TSV_EDITS: Sample = &[(
    "",
    "\u{feff}record\tid\tannotator\tdone\tcategory\tspans_code_points:b\tquotes:b\tspans_code_points:source\tquotes:source\tspans_code_points:target\tquotes:target\tanswer:q (choice)\tanswer:q (choice)/o\tanswer:r (several)\tmetadata:note\tedit\tpart_of\tedit_id\torigin\torigin_name\tedit_more\titem:doc (text)\titem:n\tsource\ttarget\ttext:b (target)\tcontext\titem_more\n1\t7\tann\tyes\tc\t0..1\t'-\t0..1\t'=\t2..3; 4..5\t😀 … b\to\tp\t\"[\"\"x\"\",\"\"y\"\"]\"\t'@n\t1\t\t1\tmodel (mended)\tm\t\t3\t0.50\t'=a\t\"é 😀 b; \"\"c\"\"\"\t'-x\t\"one\ntwo\"\t\"{\"\"other\"\":{\"\"id\"\":\"\"7\"\"},\"\"metadata\"\":{\"\"l\"\":[1]}}\"\n1\t7\tann\tyes\td\t\t\t\t\t\t\t\t\t\t\t2\t\tx\t\t\t\t3\t0.50\t\t\t\t\t\n1\t7\tann\tyes\tc\t\t\t\t\t\t\t\t\t\t\t3\t2\t2\t\t\t\t3\t0.50\t\t\t\t\t\n2\t\t\tno\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\tb\t\t\t\n",
)];

pub(crate) const JSONL: Sample = &[(
    "",
    r#"{"id":"7","annotator":"ann","done":true,"source":"=a","target":"é 😀 b; \"c\"","texts":[{"name":"b","role":"target","text":"-x"}],"context":"one\ntwo","edits":[{"edit":1,"part_of":0,"id":"1","category":"c","origin":"model (mended)","origin_name":"m","more":""},{"edit":2,"part_of":0,"id":"x","category":"d","origin":"","origin_name":"","more":""},{"edit":3,"part_of":2,"id":"2","category":"c","origin":"","origin_name":"","more":""}],"spans":[{"edit":1,"text":"b","start":0,"end":1,"quote":"-","role":""},{"edit":1,"text":"source","start":0,"end":1,"quote":"=","role":""},{"edit":1,"text":"target","start":2,"end":3,"quote":"😀","role":""},{"edit":1,"text":"target","start":4,"end":5,"quote":"b","role":""}],"answers":[{"edit":1,"name":"q (choice)","value":"o"},{"edit":1,"name":"q (choice)/o","value":"p"},{"edit":1,"name":"r (several)","value":"[\"x\",\"y\"]"}],"metadata":[{"edit":0,"name":"doc (text)","value":"3"},{"edit":0,"name":"n","value":"0.50"},{"edit":1,"name":"note","value":"@n"}],"more":"{\"other\":{\"id\":\"7\"},\"metadata\":{\"l\":[1]}}"}
{"id":"","annotator":"","done":false,"source":"","target":"b","texts":[],"context":"","edits":[],"spans":[],"answers":[],"metadata":[],"more":""}
"#,
)];
pub(crate) const LABEL_STUDIO: Sample = &[(
    "",
    r#"[{"id": 7, "data": {"body": "é 😀 one two", "source": "s", "n": 1.50}, "drafts": [], "annotations": [
  {"id": 1, "completed_by": {"id": 3, "email": "a@b.c"}, "lead_time": 2.50, "result": [
    {"id": "a", "from_name": "l", "to_name": "t", "type": "labels", "value": {"start": 4, "end": 7, "text": "one", "labels": ["A", "B"]}, "meta": {"text": ["why"], "x": 1}, "score": 0.5},
    {"id": "q", "from_name": "sure", "to_name": "t", "type": "choices", "value": {"choices": ["yes"]}},
    {"id": "a", "from_name": "kind", "to_name": "t", "type": "taxonomy", "value": {"start": 4, "end": 7, "text": "one", "taxonomy": [["o", "p"]]}},
    {"id": "b", "from_name": "l", "to_name": "t", "type": "labels", "value": {"start": 2, "end": 99, "text": "gone", "labels": ["A"]}},
    {"from_id": "a", "to_id": "b", "type": "relation", "direction": "right"}, 5,
    {"id": "c", "from_name": "n", "to_name": "t", "type": "rating", "value": {"rating": 4}},
    {"id": "d", "from_name": "r", "to_name": "i", "type": "rectangle", "value": {"x": 1}}]},
  {"completed_by": 4, "was_cancelled": true, "result": null}, 5],
  "predictions": [{"model_version": "m", "score": 0.25, "result": [{"from_name": "l", "to_name": "t", "type": "labels", "value": {"start": 8, "end": 11, "labels": ["A"]}}]}]},
 {"data": {"body": 5}, "annotations": []}, {"data": "x", "annotations": null}, {"data": {}}]"#,
)];

pub(crate) const DOCCANO: Sample = &[
    (
        "ann.jsonl",
        r#"{"id": 1, "text": "é 😀 ab", "label": [[2, 3, "A"], [4, 99, "B"], [4, 6, "A", 1], 5], "Comments": ["c"]}
{"id": 2, "text": "ab", "entities": [{"id": 4, "label": "A", "start_offset": 0, "end_offset": 1, "x": 1}], "relations": [{"from_id": 4, "to_id": 4, "type": "r"}], "cats": ["c", "d"]}
{"text": null, "label": ["one"], "labels": 5}
"#,
    ),
    ("all.jsonl", r#"{"text": "b", "meta": {"n": 1.50}, "label": null}"#),
    ("notes.txt", "kept"),
];

pub(crate) const PRODIGY: Sample = &[(
    "",
    r#"{"text": "é 😀 ab", "tokens": [{"text": "é", "start": 0, "end": 1, "id": 0}], "spans": [{"start": 0, "end": 1, "label": "A", "token_start": 0, "token_end": 0}, {"start": 2.0, "end": 3, "source": "x"}, {"start": 4, "end": 99}, 5], "relations": [{"head": 0, "child": 1, "head_span": {"start": 0, "end": 1, "label": "A"}}], "answer": "accept", "_annotator_id": "d-a", "_session_id": "d-a"}
{"text": "b", "spans": null, "answer": "reject", "accept": [], "user_input": 5, "_session_id": 7, "_timestamp": 1.50}
{"text": 1, "label": "L", "accept": ["p"]}"#,
)];

pub(crate) const RAGTRUTH: Sample = &[
    (
        "r/response.jsonl",
        r#"{"id": "1", "source_id": "7", "labels": [{"start": 4, "end": 6, "text": "ab", "label_type": "A", "meta": "m", "implicit_true": true, "due_to_null": 0}, {"start": 0, "end": 2, "text": "nowhere"}, 5], "response": "é 😀 ab", "temperature": 0.50}
{"source_id": 8, "labels": null, "response": "b", "source": "own"}
{"source_id": "9", "labels": {}, "response": null}
"#,
    ),
    (
        "r/source_info.jsonl",
        r#"{"source_id": "7", "source": "d", "source_info": "s", "prompt": "p"}
{"source_id": 8, "task_type": "QA", "source": "w", "source_info": {"question": "q"}}"#,
    ),
    ("README.md", "kept"),
];

pub(crate) const WEBANNO: Sample = &[
    (
        "annotation/d.txt/ann.tsv",
        "#FORMAT=WebAnno TSV 3.2\n#T_SP=webanno.custom.Span|value|sure\n#T_SP=x.Other|\n#T_RL=x.R|kind|BT_webanno.custom.Span\n\n\n#Sentence.id=s\n#Text=é 😀 ab\n#Text=c\\td\n1-1\t0-1\té\t_\t_\t_\t_\t_\t\n1-2\t2-4\t😀\tA[1]|B\\_[2]\tyes[1]|*[2]\t*\tr\t1-3\t\n1-3\t5-7\tab\tA[1]\tyes[1]\t_\t_\t_\t\n1-3.1\t5-6\ta\tC\t*\t_\t_\t_\t\n1-4\t8-11\tc\\td\t_\t_\t*[3]\t_\t_\t\n\n#Text=e\n2-1\t14-15\te\t_\t_\t*[3]\t_\t_\t\nno row\n",
    ),
    ("e.tsv", "#FORMAT=WebAnno TSV 3.3\r\n\r\n\r\n#Text=ab\r\n1-1\t0-9\tab\t\r\n"),
    ("other.tsv", "a\tb\n"),
    ("notes.txt", "kept"),
];

pub(crate) const UIMA_CAS: Sample = &[
    (
        "annotation/d/ann.json",
        r#"{"%TYPES": {}, "%FEATURE_STRUCTURES": [{"%ID": 1, "%TYPE": "uima.cas.Sofa", "sofaID": "_InitialView", "sofaString": "é 😀 ab"}, {"%ID": 2, "%TYPE": "uima.cas.Sofa", "sofaID": "source", "sofaString": "s"}, 5, {"%ID": 3, "%TYPE": "x.A", "@sofa": 1, "begin": 2, "end": 4, "label": "L", "n": 1.50, "ok": true, "none": null}, {"%ID": 4, "%TYPE": "x.A", "@sofa": 1, "begin": 3, "end": 4}, {"%ID": 5, "%TYPE": "x.B", "@sofa": 2, "begin": 0, "end": 1}, {"%ID": 6, "%TYPE": "x.R", "@sofa": 1, "begin": 0, "end": 1, "@Governor": 3, "@Dependent": 4}], "%VIEWS": {"_InitialView": {"%SOFA": 1, "%MEMBERS": [3, 4, 6]}, "source": {"%SOFA": 2, "%MEMBERS": [5]}}, "more": 1}"#,
    ),
    ("exportedproject.json", r#"{"name": "p"}"#),
];

/// The sample files of a format.
pub(crate) fn of(format: &Format) -> Vec<TextFile> {
    format.sample.iter().map(|(path, text)| TextFile::new(*path, *text)).collect()
}
