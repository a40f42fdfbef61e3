import { Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { compareTexts, type TextPiece } from '../editing/text-pieces.ts'
import { ChangeBadge } from './change-line.tsx'
import type { Difference, FieldDifference } from './differences.ts'
import { isText, useValueWords } from './use-value-words.ts'
import classes from './versions.module.css'

/** Differences one below the other, each with its fields. */
export function DifferenceList({ label, of: differences }: { label: string; of: readonly Difference[] }) {
  const { t } = useTranslation()
  if (differences.length === 0) return <Text c="dimmed">{t('assistantParts.versions.same')}</Text>
  return (
    <Stack component="ul" gap="sm" className={classes.differences ?? ''} aria-label={label}>
      {differences.map((difference) => (
        <DifferenceView key={`${difference.part} ${difference.ruleId ?? ''}`} of={difference} />
      ))}
    </Stack>
  )
}

function DifferenceView({ of: { part, change, question, fields } }: { of: Difference }) {
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
          {fields.map((field) => (
            <Field key={field.member} of={field} />
          ))}
        </dl>
      )}
    </Paper>
  )
}

function Field({ of: { member, before, after } }: { of: FieldDifference }) {
  const { nameOf, wordsOf } = useValueWords()
  const texts = isText(member) && [before, after].map((value) => (isEmpty(value) ? '' : wordsOf(member, value)))
  const pieces: TextPiece[] = texts
    ? compareTexts(texts[0] ?? '', texts[1] ?? '')
    : [
        ...(before === undefined ? [] : [{ kind: 'removed' as const, text: wordsOf(member, before) }]),
        ...(after === undefined ? [] : [{ kind: 'added' as const, text: wordsOf(member, after) }]),
      ]
  return (
    <div className={classes.field}>
      <dt>{nameOf(member)}</dt>
      <dd dir="auto" data-apart={!texts || undefined}>
        {pieces.map((piece, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other name, and another text is another list
          <Piece key={at} of={piece} />
        ))}
      </dd>
    </div>
  )
}

/** Struck out or underlined, so that colour is not all that tells them apart. */
function Piece({ of: { kind, text } }: { of: TextPiece }) {
  const { t } = useTranslation()
  if (kind === 'same') return text
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

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}
