import { findClosestName } from '@innkeeper/contract/closest-name'
import { fold } from '../../ui/fold-text.ts'
import { findNamed, nameInQuery, type Person } from './people.ts'
import { splitQuery, withOperator } from './query-text.ts'

/** Why a search of a channel found nothing, and what to search for instead. */
export type OtherSearch =
  /** `from:` names no one. `meant`: who may be meant. */
  | { kind: 'stranger'; name: string; meant: { name: string; q: string } | undefined }
  /** It has a word for photos, which are seldom called so in messages. */
  | { kind: 'photos'; q: string }

/** Folded, as texts are compared. */
const photoWords: ReadonlySet<string> = new Set(
  [
    'photo',
    'photos',
    'picture',
    'pictures',
    'image',
    'images',
    '写真',
    '画像',
    '照片',
    '相片',
    '圖片',
    'รูป',
    'รูปภาพ',
    'ภาพ',
  ].map(fold),
)
/** Between a word for photos and a name: "photos from Hanna". */
const fillers: ReadonlySet<string> = new Set(['from', 'by', 'of'])

export function findOtherSearch(q: string, people: readonly Person[]): OtherSearch | undefined {
  const parts = splitQuery(q)
  const sender = parts.find(({ operator, isExcluded }) => operator === 'from' && !isExcluded)
  if (sender && people.length > 0 && !people.some((person) => isCalled(person, sender.text))) {
    const closest = findClosestName(sender.text, [...new Set(people.flatMap(namesOf))])
    const meant = closest === undefined ? undefined : { name: closest, q: withOperator(q, 'from', closest) }
    return { kind: 'stranger', name: sender.text, meant }
  }
  const isForPhotos = ({ operator, isExcluded, text }: (typeof parts)[number]) =>
    operator === undefined && !isExcluded && photoWords.has(fold(text))
  if (!parts.some(isForPhotos) || parts.some(({ operator }) => operator === 'type')) return undefined
  const rest = parts.filter((part) => !isForPhotos(part) && !fillers.has(fold(part.text))).map(({ written }) => written)
  const [named, ...others] = rest.length === 0 ? [] : findNamed(rest.join(' '), people)
  const from = named && others.length === 0 ? withOperator('', 'from', nameInQuery(named, people)) : rest.join(' ')
  return { kind: 'photos', q: withOperator(from, 'type', 'image') }
}

function isCalled({ userId, displayName }: Person, written: string): boolean {
  return userId === written || fold(displayName).includes(fold(written))
}

/** The whole name and each part of it, because people write first names. */
function namesOf({ displayName }: Person): string[] {
  return [displayName, ...displayName.split(/\s+/)].filter((name) => name !== '' && !/["“”„＂]/.test(name))
}
