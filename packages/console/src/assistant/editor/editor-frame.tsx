import type { AssistantConfig, Rule } from '@innkeeper/contract'
import { Alert, Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorScreen } from '../../errors/error-screen.tsx'
import { UnsavedGuard } from '../../ui/editing/unsaved-guard.tsx'
import { IconArrowDown, IconArrowLeft, IconDeviceFloppy, IconInfoCircle, IconLock } from '../../ui/icons/icons.ts'
import { RuleLink } from '../rule-link.tsx'
import { useMayEdit } from '../use-may-edit.ts'
import classes from './editor.module.css'
import { EditorTools, type OpenTools } from './editor-tools.tsx'
import { findProblems, type RuleDraft } from './rule-draft.ts'
import { RuleForm } from './rule-form.tsx'
import { RulePreview } from './rule-preview.tsx'
import { useFieldErrors } from './use-field-errors.ts'

type Props = {
  config: AssistantConfig
  /** The saved rule; absent for a new one. */
  rule?: Rule
  draft: RuleDraft
  /** Where a new rule comes from. */
  note?: string | undefined
  isDirty: boolean
  isSaving: boolean
  failure: Error | null
  tools: OpenTools
  onChange: (members: Partial<RuleDraft>) => void
  onSave: () => void
  onReset: () => void
  more?: ReactNode
}

/** The form on one side, its preview and tools on the other. */
export function EditorFrame(props: Props) {
  const { config, rule, draft, note, isDirty, isSaving, failure, tools, onChange, onSave, onReset, more } = props
  const { t } = useTranslation()
  const { mayEdit } = useMayEdit()
  const [isTried, setTried] = useState(false)
  const problems = findProblems(draft, config.qa.mode)
  const beside = useRef<HTMLDivElement>(null)
  const errors = useFieldErrors({ problems, failure, isTried, draft })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (problems.length === 0) return onSave()
    // Focuses the first invalid field once its message is shown.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus())
  }
  return (
    <Stack gap="lg">
      <UnsavedGuard isDirty={isDirty} />
      <div>
        <Anchor size="sm" renderRoot={(link) => <RuleLink {...link} />}>
          <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('ruleTools.editor.back')}
        </Anchor>
        <Title order={2} size="h3" mt={4} lineClamp={2}>
          {rule ? rule.question : t('ruleTools.editor.new')}
        </Title>
      </div>
      {!mayEdit && (
        <Alert color="gray" variant="light" icon={<IconLock size={18} />}>
          {t('assistant.readOnly')}
        </Alert>
      )}
      {note !== undefined && (
        <Alert color="gray" variant="light" icon={<IconInfoCircle size={18} />}>
          {note}
        </Alert>
      )}
      <div className={classes.columns}>
        <form className={classes.form} onSubmit={submit} noValidate aria-label={t('ruleTools.editor.form')}>
          <RuleForm
            draft={draft}
            config={config}
            errors={errors.byField}
            isNew={rule === undefined}
            isLocked={!mayEdit}
            onChange={onChange}
          />
          {errors.whole && <ErrorScreen inline error={errors.whole} />}
          {mayEdit && (
            <Group className={classes.bar ?? ''} data-bottom-bar justify="space-between" gap="xs">
              <Group gap="xs">
                <Button
                  type="submit"
                  loading={isSaving}
                  disabled={!isDirty}
                  leftSection={<IconDeviceFloppy size={16} stroke={1.5} />}
                >
                  {t('assistantParts.save')}
                </Button>
                {isDirty && (
                  <Button variant="default" onClick={onReset}>
                    {t('assistantParts.discard')}
                  </Button>
                )}
                <Text size="sm" c="dimmed" role="status">
                  {isDirty ? t('assistantParts.unsaved') : ''}
                </Text>
                {/* On a phone they are below the form. */}
                <Button
                  hiddenFrom="md"
                  variant="subtle"
                  size="compact-sm"
                  rightSection={<IconArrowDown size={14} aria-hidden />}
                  onClick={() => {
                    beside.current?.scrollIntoView()
                    beside.current?.focus({ preventScroll: true })
                  }}
                >
                  {t('ruleTools.editor.toTools')}
                </Button>
              </Group>
              {more}
            </Group>
          )}
        </form>
        <Stack
          ref={beside}
          component="section"
          aria-label={t('ruleTools.editor.besideLabel')}
          tabIndex={-1}
          className={classes.beside ?? ''}
          gap="lg"
        >
          <RulePreview draft={draft} channelMode={config.qa.mode} />
          <EditorTools config={config} rule={rule} draft={draft} isWrong={problems.length > 0} tools={tools} />
        </Stack>
      </div>
    </Stack>
  )
}
