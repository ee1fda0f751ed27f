"""Trains small tokenizers with PyPI's `tokenizers` and divides texts into their tokens.

Usage: tokens.py FOLDER SEED COUNT. Writes to the folder one `tokenizer.json` for each kind, by its name, and
`expected.json`: for each kind a list of [text, [[id, start, end], ...]], with offsets in code points. The texts are the
sentences beside this file and COUNT random mixtures of their pieces.
"""

import json
import pathlib
import random
import sys

from tokenizers import AddedToken, Regex, Tokenizer, decoders, models, normalizers, pre_tokenizers, processors, trainers

SENTENCES = json.loads(pathlib.Path(__file__).with_name("sentences.json").read_text("utf-8"))

# The shape of the patterns of recent language models: words with what stands before them, numbers in threes, line ends.
PATTERN = r"(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"


def byte_level_bpe():
    """Like GPT-2: the space belongs to the word after it, offsets with it."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=False)
    tokenizer.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return tokenizer, trainers.BpeTrainer(vocab_size=500, initial_alphabet=alphabet, special_tokens=["<s>"], show_progress=False)


def byte_level_bpe_with_pattern():
    """Like recent language models: a pattern with look-ahead, and NFC, which changes the length of the text."""
    tokenizer = Tokenizer(models.BPE(ignore_merges=True))
    tokenizer.normalizer = normalizers.NFC()
    split = pre_tokenizers.Split(Regex(PATTERN), "isolated")
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([split, pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False)])
    tokenizer.post_processor = processors.ByteLevel(trim_offsets=True)
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    return tokenizer, trainers.BpeTrainer(vocab_size=500, initial_alphabet=alphabet, show_progress=False)


def byte_fallback_bpe():
    """Like Llama 2: a normalizer puts `▁` for spaces and one before the text; unknown characters become bytes."""
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", fuse_unk=True, byte_fallback=True))
    tokenizer.normalizer = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])
    special = ["<unk>", "<s>", *(f"<0x{byte:02X}>" for byte in range(256))]
    return tokenizer, trainers.BpeTrainer(vocab_size=600, limit_alphabet=120, special_tokens=special, show_progress=False)


def wordpiece():
    """Like BERT, uncased: accents are removed, ideographs stand alone, special tokens would be added."""
    tokenizer = Tokenizer(models.WordPiece(unk_token="[UNK]", max_input_chars_per_word=20))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    tokenizer.decoder = decoders.WordPiece()
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)])
    return tokenizer, trainers.WordPieceTrainer(vocab_size=450, special_tokens=special, show_progress=False)


def unigram():
    """Like XLM-R: NFKC, white space made one, `▁` before words."""
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.normalizer = normalizers.Sequence([normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    tokenizer.decoder = decoders.Metaspace()
    special = ["<s>", "<unk>", AddedToken("[MASK]", lstrip=True)]
    return tokenizer, trainers.UnigramTrainer(vocab_size=400, special_tokens=special, unk_token="<unk>", show_progress=False)


KINDS = [byte_level_bpe, byte_level_bpe_with_pattern, byte_fallback_bpe, wordpiece, unigram]


def mixtures(numbers, count):
    """Random rows of pieces of the sentences, cut anywhere: within words, clusters, and joined emoji."""

    def piece():
        sentence = numbers.choice(list(SENTENCES.values()))
        start = numbers.randrange(len(sentence))
        return sentence[start : start + numbers.randrange(1, 20)]

    return ["".join(piece() for _ in range(numbers.randrange(1, 12))) for _ in range(count)]


def main(folder, seed, count):
    folder = pathlib.Path(folder)
    texts = [*SENTENCES.values(), "", " ", *mixtures(random.Random(int(seed)), int(count))]
    expected = {}
    for kind in KINDS:
        tokenizer, trainer = kind()
        tokenizer.train_from_iterator(SENTENCES.values(), trainer)
        # Both are of no account for the tokens of a text.
        tokenizer.enable_truncation(4)
        tokenizer.enable_padding(length=7)
        tokenizer.save(str(folder / f"{kind.__name__}.json"), pretty=False)
        tokenizer.no_truncation()
        tokenizer.no_padding()
        encodings = [tokenizer.encode(text, add_special_tokens=False) for text in texts]
        tokens = [[[id, *offsets] for id, offsets in zip(one.ids, one.offsets)] for one in encodings]
        expected[kind.__name__] = [list(pair) for pair in zip(texts, tokens)]
    (folder / "expected.json").write_text(json.dumps(expected, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


main(*sys.argv[1:])
