import { Group, Paper, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import type { TextPiece } from '../../ui/editing/compare-texts.ts'
import { ChangeBadge } from './change-line.tsx'
import { diffLists, diffValues, shortenPieces } from './diff-values.ts'
import type { Difference, FieldDifference } from './differences.ts'
import { isText, useValueText } from './use-value-text.ts'
import classes from './versions.module.css'

/** A list of differences, each with its fields. */
export function DifferenceList({ label, of: differences }: { label: string; of: readonly Difference[] }) {
  const { t } = useTranslation()
  if (differences.length === 0) return <Text c="dimmed">{t('assistantParts.versions.same')}</Text>
  return (
    <Stack component="ul" gap="sm" className={classes.differences ?? ''} aria-label={label}>
      {differences.map((difference, at) => (
        // A new rule in a preview has no ID yet.
        <DifferenceView key={`${difference.part} ${difference.ruleId ?? at}`} of={difference} />
      ))}
    </Stack>
  )
}

function DifferenceView({ of: { part, change, question, keywords, fields } }: { of: Difference }) {
  const { t } = useTranslation()
  return (
    <Paper component="li" withBorder p="md" radius="lg">
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <ChangeBadge change={change} />
        <Text fw={500} className={classes.words ?? ''}>
          {question ?? t(`assistantParts.parts.${part}`)}
        </Text>
      </Group>
      {fields.length > 0 && (
        <dl className={classes.fields}>
          {keywords && <Field of={{ member: 'keywords', before: keywords, after: keywords }} />}
          {fields.map((field) => (
            <Field key={field.member} of={field} />
          ))}
        </dl>
      )}
    </Paper>
  )
}

/** A field with its old and new value. Long texts are shortened until someone expands them. */
function Field({ of: { member, before, after } }: { of: FieldDifference }) {
  const { t } = useTranslation()
  const { nameOf, wordsOf } = useValueText()
  const [isWhole, whole] = useDisclosure(false)
  // A missing text is empty. A missing setting may still have a text, such as "None".
  const textOf = (value: unknown) => (isAbsent(value, isText(member)) ? '' : wordsOf(member, value))
  const areKeywords = member === 'keywords'
  const { pieces, isInline } =
    areKeywords || (isList(before) && isList(after))
      ? { pieces: diffLists(listOf(before), listOf(after)), isInline: false }
      : diffValues(textOf(before), textOf(after), isText(member))
  const short = shortenPieces(pieces)
  const name = nameOf(member)
  const showMore = t(isWhole ? 'assistantParts.showLess' : 'assistantParts.showAll')
  return (
    <div className={classes.field}>
      <dt>{name}</dt>
      <dd dir="auto" data-apart={!isInline || undefined} data-chips={areKeywords || undefined}>
        {(isWhole ? pieces : short).map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no id, and a changed text is a new list
          <Piece key={at} of={piece} />
        ))}
        {short !== pieces && (
          <UnstyledButton
            className={classes.more ?? ''}
            onClick={whole.toggle}
            aria-expanded={isWhole}
            aria-label={`${showMore} (${name})`}
          >
            {showMore}
          </UnstyledButton>
        )}
      </dd>
    </div>
  )
}

/** Struck through or underlined, so that colour is not the only difference. */
function Piece({ of: { kind, text } }: { of: TextPiece }) {
  const { t } = useTranslation()
  if (kind === 'same') return <span>{text}</span>
  if (kind === 'removed') {
    return (
      <del className={classes.removed}>
        <VisuallyHidden>{t('assistantParts.versions.removed')} </VisuallyHidden>
        {text}
      </del>
    )
  }
  return (
    <ins className={classes.added}>
      <VisuallyHidden>{t('assistantParts.versions.added')} </VisuallyHidden>
      {text}
    </ins>
  )
}

function isAbsent(value: unknown, isWritten: boolean): boolean {
  if (value === undefined) return true
  return isWritten && (value === null || value === '' || (Array.isArray(value) && value.length === 0))
}

function listOf(value: unknown): string[] {
  return isList(value) ? value : []
}

function isList(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string')
}
