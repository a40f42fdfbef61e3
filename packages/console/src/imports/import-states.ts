import type { ChannelImport } from '@innkeeper/contract'

/** Whether a job works on it, so that it changes by itself. */
export const isBusy = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'reading' || state === 'writing' || state === 'undoing'

/** Whether its file is still there, so that its page says more than the list does. */
export const isOpen = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'reading' || state === 'ready' || state === 'refused' || state === 'writing'

/** Whether it has added something, or had. */
export const isWritten = ({ state }: Pick<ChannelImport, 'state'>): boolean =>
  state === 'writing' || state === 'done' || state === 'undoing' || state === 'undone'

/** In percent. Undefined if nobody knows how far it is. */
export function percentOf(progress: ChannelImport['progress']): number | undefined {
  if (progress === null) return undefined
  const { done, total } = progress
  return total === 0 ? 0 : Math.min(100, Math.floor((100 * done) / total))
}
