import { dayOf } from '../../../domain/day.ts'
import type { Store } from '../../../ports/store.ts'
import type { ChannelGrant, ReadingGrant } from '../../access.ts'
import { type PartExport, toWish } from './export-parts.ts'
import { accessExport } from './export-rights.ts'
import { type RenderingDeps, renderPart } from './render-part.ts'
import { surveyParts } from './survey-parts.ts'

/** A day as a single page, also if nothing was said. Refused at once if its messages are too large for one. */
export async function exportDay(
  deps: RenderingDeps & { store: Pick<Store, 'getChannel'> },
  grant: ChannelGrant,
  date: string | undefined,
  renew: () => Promise<ReadingGrant>,
): Promise<PartExport> {
  const { channelId, channel: known } = grant
  const channel = await deps.store.getChannel(known.channelNo)
  const day = date ?? dayOf(deps.clock(), known.timezone)
  const { language } = channel.settings
  const wish = toWish({ formats: ['html-single'], from: day, to: day }, { channelId, language })
  accessExport(grant, wish.filter)
  const [part] = await surveyParts(deps, { wish, channel, renew })
  if (!part) throw new Error('A chosen day always has a part')
  return {
    fileName: `${channel.name} ${day}.html`,
    async write(sink) {
      try {
        const entry = await renderPart(deps, { wish, channel, part, renew, sink, tell: () => {} })
        await sink.seal({ ...wish, channelName: channel.name, timezone: known.timezone, parts: [entry], files: [] })
      } catch (error) {
        sink.abandon()
        throw error
      }
    },
  }
}
