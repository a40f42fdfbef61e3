import { fold } from './fold.ts'
import { asked, asking, common } from './likeness-words.ts'

/**
 * What a text is compared by: hashes of words and parts of words, with weights. Only the content can make texts similar; the
 * rest (question words, very common words) tells close ones apart.
 */
export type Features = {
  content: Map<number, number>
  rest: Map<number, number>
  /** Whether the text is a question or request, rather than a statement. */
  isAsking: boolean
}

/** A longer text isn't a question any more, and each feature costs time with every rule that has it. */
const mostCharacters = 600
const mostFeatures = 200

/**
 * Parts of words, so that "opening" is similar to "opened" and 開きます to 開く. What a question asks for, such as a time or a place,
 * counts as one word, however it is expressed.
 */
export function readFeatures(text: string): Features {
  const folded = fold(text.slice(0, mostCharacters)).replace(hyphen, '$1$2')
  const content: Features['content'] = new Map()
  const rest: Features['rest'] = new Map()
  for (const [kind, expression] of Object.entries(asked)) if (expression.test(folded)) rest.set(hashOf(`?${kind}`), 1)
  const isAsking = rest.size > 0 || asking.test(folded)
  for (const word of wordsOf(folded)) {
    if (content.size >= mostFeatures) break
    if (isCommon(word)) rest.set(hashOf(word), 0.1)
    else addWord(content, word)
  }
  if (content.size > 0) return { content, rest, isAsking }
  // "How much is it?" has nothing but a question word: it is similar to another such question, and to nothing else.
  const bare = new Map([...rest].map(([feature, weight]) => [hashOf(`bare ${feature}`), weight]))
  return { content: bare, rest: new Map(), isAsking }
}

/** Wi-Fi and wifi are one word; "shift-swap" stays two. */
const hyphen = /\b(\p{L}{1,3})-(\p{L}{1,3})\b/gu
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]/u
/** Splits Thai, Japanese and Chinese by its own dictionary, whatever language it is created for. Loading that takes 50 ms. */
let segmenter: Intl.Segmenter | undefined

function* wordsOf(folded: string): Generator<string> {
  for (const [run] of folded.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!unspaced.test(run)) {
      yield run
      continue
    }
    segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
    for (const { segment } of segmenter.segment(run)) yield segment
  }
}

function addWord(content: Map<number, number>, word: string): void {
  add(content, stemOf(word), 1)
  const characters = [...word]
  if (/^\p{Script=Han}/u.test(word)) {
    for (const character of characters) if (!common.has(character)) add(content, `_${character}`, 0.5)
    return
  }
  if (characters.length < 4 || /^\p{N}/u.test(word)) return
  // Together the parts of a word count about as much as the word.
  const edged = ['^', ...characters]
  const share = 0.9 / Math.sqrt(edged.length - 2)
  for (let at = 0; at + 3 <= edged.length; at++) add(content, `_${edged.slice(at, at + 3).join('')}`, share)
}

function add(content: Map<number, number>, feature: string, weight: number): void {
  const hash = hashOf(feature)
  content.set(hash, Math.max(content.get(hash) ?? 0, weight))
}

/** Without the endings of English that don't change the meaning, and those of Japanese verbs; other words have their parts. */
function stemOf(word: string): string {
  return word.replace(/(?<=^[a-z]{3,})(?:ing|ed|es|s)$/, '').replace(/(?<=^\p{Script=Han}+)\p{Script=Hiragana}+$/u, '')
}

/** Particles and endings of Japanese are nearly all that is written in one or two hiragana. */
function isCommon(word: string): boolean {
  return common.has(word) || common.has(stemOf(word)) || /^\p{Script=Hiragana}{1,2}$/u.test(word)
}

function hashOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < feature.length; index++) hash = Math.imul(hash ^ feature.charCodeAt(index), 0x01000193)
  return Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d) >>> 0
}
