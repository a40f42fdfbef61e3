import { Alert, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActor, useChannel } from '../../channel/channel.ts'
import { usePeople } from '../../channel/members.ts'
import { IconAlertTriangle } from '../../ui/icons/icons.ts'
import classes from '../imports.module.css'
import { useChangeChoices } from '../queries.ts'
import { ClosedGaps } from './closed-gaps.tsx'
import { Counts } from './counts.tsx'
import { type ChoicesChange, type Draft, emptyDraft, type PreviewedDetail, toChange } from './draft.ts'
import { findNamed } from './member-choices.ts'
import { People } from './people.tsx'
import { PreviewActions } from './preview-actions.tsx'
import { Questions } from './questions.tsx'
import { Recognised } from './recognised.tsx'
import { Samples } from './samples.tsx'
import { UnreadLines } from './unread-lines.tsx'
import { Zone } from './zone.tsx'

type Props = {
  detail: PreviewedDetail
  /** The file is being read again. */
  isOld: boolean
  onClose(): void
}

/** What an import would do, and everything that the owner can decide about it. Nothing is written yet. */
export function PreviewView({ detail, isOld, onClose }: Props) {
  const { t } = useTranslation()
  const { channelId } = useChannel()
  const { canWrite } = useActor()
  const { people } = usePeople(channelId)
  const [draft, setDraft] = useState<Draft>(emptyDraft)
  const [appliedTo, setAppliedTo] = useState<PreviewedDetail>()
  // What was chosen stays until the new preview has it.
  if (appliedTo !== undefined && appliedTo !== detail) {
    setAppliedTo(undefined)
    setDraft(emptyDraft)
  }
  const { number, preview, figures, choices } = detail
  const change = useChangeChoices(number)
  const apply = (choice: ChoicesChange) => change.mutate(choice, { onSuccess: () => setAppliedTo(detail) })
  const editing = { draft, onChange: setDraft, isReadOnly: !canWrite || isOld }
  return (
    <Stack gap={32} className={classes.preview ?? ''} data-old={isOld || undefined} inert={isOld}>
      {choices?.anyway && (
        <Alert variant="default" icon={<IconAlertTriangle size={18} />}>
          {t('imports.refused.doubt')}
        </Alert>
      )}
      <Recognised detail={detail} />
      <Questions questions={preview.questions} people={preview.people} {...editing} />
      {preview.people.length > 0 && (
        <>
          <Counts figures={figures} />
          <Samples samples={preview.samples} />
          <People people={preview.people} {...editing} onReset={() => apply({ people: [] })} />
          <Zone zone={preview.zone} {...editing} onReset={() => apply({ timezone: null })} />
        </>
      )}
      <UnreadLines number={number} lines={preview.unreadLines} total={figures?.unread ?? 0} />
      <ClosedGaps gaps={preview.closes} />
      <PreviewActions
        detail={detail}
        draft={draft}
        isApplying={change.isPending}
        error={change.error}
        onApply={() => apply(toChange(draft, (name) => findNamed(people, name)))}
        onDiscard={() => setDraft(emptyDraft)}
        onClose={onClose}
      />
    </Stack>
  )
}
