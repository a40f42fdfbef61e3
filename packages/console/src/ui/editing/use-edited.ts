import { InnkeeperError, type Tagged } from '@innkeeper/client'
import { hashKey, type QueryKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useState } from 'react'
import { flushSync } from 'react-dom'
import { changeOf, isSame, type Sides } from './merge.ts'
import { isTaggedKey, taggedKey } from './tagged-key.ts'

type Options<Data, Draft> = {
  /** Below `channelKey(channelId)`. Untagged data under the same key is refetched after saving. */
  queryKey: QueryKey
  /** As in `() => api.tagged('getWelcome', { channelId })`. */
  read: () => Promise<Tagged<Data>>
  /** The editable part: plain values, lists and objects. */
  toDraft: (data: Data) => Draft
  /** As in `(body, ifMatch) => api.tagged('changeWelcome', { channelId, body, ifMatch })`. */
  save: (change: Partial<Draft>, ifMatch: string | null) => Promise<Tagged<Data>>
  /** Called once the draft is clean, so that leaving does not ask. */
  onSaved?: (data: Data) => void
}

export type Edited<Data, Draft> =
  | { status: 'loading' }
  | { status: 'failed'; error: unknown; retry: () => void }
  | ReadyEdited<Data, Draft>

export type ReadyEdited<Data, Draft> = {
  status: 'ready'
  /** The latest response from the service, including timestamps and counters. */
  data: Data
  /** The ETag of the version the draft started from; used for deletion. */
  tag: string | null
  draft: Draft
  isDirty: boolean
  change: (members: Partial<Draft>) => void
  /** Back to what is saved. */
  reset: () => void
  save: () => void
  isSaving: boolean
  /** Why saving failed, other than by a collision; null if it did not. */
  failure: Error | null
} & Colliding<Draft>

export type Colliding<Draft> = {
  /** Someone else saved first; `CollisionDialog` shows it. Nothing was overwritten. */
  collision: Sides<Draft> | null
  isSaving: boolean
  takeTheirs: () => void
  /** Saves this over their version: mine as it is, or merged. */
  saveOver: (draft: Draft) => void
  /** Back to the form with my version in it. Saving again collides again. */
  leaveCollision: () => void
}

/** `of`: what is being edited; `base`: the version that the draft started from. */
type Edit<Data, Draft> = { of: string; base: Tagged<Data>; draft: Draft }
type Conflict<Data, Draft> = { of: string; sides: Sides<Draft>; theirs: Tagged<Data> }
/** Includes where it is saved: by the time of the response, the editor may show something else. */
type Sent<Data, Draft> = Edit<Data, Draft> & { options: Options<Data, Draft> }

/**
 * Edits one resource. Until something is typed, it follows what others save. After that it keeps the version it started
 * from, and saving is rejected if that is not the latest one.
 */
export function useEdited<Data, Draft extends object>(options: Options<Data, Draft>): Edited<Data, Draft> {
  const { read, toDraft } = options
  const client = useQueryClient()
  const queryKey = taggedKey(options.queryKey)
  const of = hashKey(queryKey)
  const query = useQuery({ queryKey, queryFn: read })
  const [held, setHeld] = useState<Edit<Data, Draft>>()
  const [conflict, setConflict] = useState<Conflict<Data, Draft>>()
  const saving = useSaving<Data, Draft>(setHeld, setConflict)

  if (!query.data) {
    if (!query.error) return { status: 'loading' }
    return { status: 'failed', error: query.error, retry: () => void query.refetch() }
  }
  const latest = query.data
  const edit = held?.of === of ? held : { of, base: latest, draft: toDraft(latest.data) }
  const collided = conflict?.of === of ? conflict : undefined
  const isOwnSaving = saving.variables?.of === of
  const submit = (next: Edit<Data, Draft>) => {
    setHeld(next)
    saving.mutate({ ...next, options })
  }
  const stop = () => {
    saving.reset()
    setConflict(undefined)
    setHeld(undefined)
  }
  return {
    status: 'ready',
    data: latest.data,
    tag: edit.base.tag,
    draft: edit.draft,
    isDirty: !isSame(edit.draft, toDraft(edit.base.data)),
    change: (members) =>
      setHeld((now) => {
        const begun = now?.of === of ? now : { of, base: latest, draft: toDraft(latest.data) }
        const draft = { ...begun.draft, ...members }
        // The change was undone by hand, so it follows what others save again.
        return isSame(draft, toDraft(begun.base.data)) ? undefined : { ...begun, draft }
      }),
    reset: stop,
    save: () => submit(edit),
    isSaving: isOwnSaving && saving.isPending,
    failure: isOwnSaving ? saving.error : null,
    collision: collided?.sides ?? null,
    takeTheirs: () => {
      if (collided) client.setQueryData(queryKey, collided.theirs)
      stop()
    },
    saveOver: (draft) => collided && submit({ of, base: collided.theirs, draft }),
    leaveCollision: () => setConflict(undefined),
  }
}

type Setter<Value> = Dispatch<SetStateAction<Value | undefined>>

function useSaving<Data, Draft extends object>(
  setHeld: Setter<Edit<Data, Draft>>,
  setConflict: Setter<Conflict<Data, Draft>>,
) {
  const client = useQueryClient()
  const settle = (answer: Tagged<Data>, { of, draft, options }: Sent<Data, Draft>) => {
    client.setQueryData(taggedKey(options.queryKey), answer)
    // Keeps what was typed while saving. Synchronous, so that the unsaved guard is off before anyone leaves.
    flushSync(() => {
      setConflict(undefined)
      setHeld((now) => (now?.of === of ? keepTyped(now, draft, answer) : now))
    })
    const isUntagged = ({ queryKey }: { queryKey: QueryKey }) => !isTaggedKey(queryKey)
    void client.invalidateQueries({ queryKey: options.queryKey, predicate: isUntagged })
    options.onSaved?.(answer.data)
  }
  return useMutation({
    mutationFn: (sent: Sent<Data, Draft>) => saveOrReadTheirs(sent),
    onSuccess: ({ answer, isTheirs }, sent) => {
      const { toDraft } = sent.options
      const theirs = toDraft(answer.data)
      if (!isTheirs || isSame(theirs, sent.draft)) return settle(answer, sent)
      const sides = { base: toDraft(sent.base.data), mine: sent.draft, theirs }
      setConflict({ of: sent.of, theirs: answer, sides })
    },
    // The fields show what is wrong.
    onError: () => setConflict(undefined),
  })
}

function keepTyped<Data, Draft>(
  now: Edit<Data, Draft>,
  saved: Draft,
  answer: Tagged<Data>,
): Edit<Data, Draft> | undefined {
  return now.draft === saved ? undefined : { ...now, base: answer }
}

/** If someone else saved first, returns their version. */
async function saveOrReadTheirs<Data, Draft extends object>({
  base,
  draft,
  options: { read, toDraft, save },
}: Sent<Data, Draft>): Promise<{ answer: Tagged<Data>; isTheirs: boolean }> {
  try {
    return { answer: await save(changeOf(toDraft(base.data), draft), base.tag), isTheirs: false }
  } catch (error) {
    if (!(error instanceof InnkeeperError && error.code === 'changed-meanwhile')) throw error
    return { answer: await read(), isTheirs: true }
  }
}
