import { Command } from 'commander'
import { UsageProblem } from '../../config/config.ts'
import type { Store } from '../../ports/store.ts'
import { type CliDeps, type DataOption, withDataOption, withNewStore } from '../cli-deps.ts'
import { formatCount, formatNumber, formatTable } from '../text-format.ts'

type Options = DataOption & { channels: string; messages: string; seed: string; media: string; json?: boolean }
type Plan = { channels: number; messages: number; media: number; seed: string }
type ChannelRow = { channelId: string; name: string; ownerId: string | null; messages: number }
type Outcome = { channels: ChannelRow[]; newEvents: number; mediaFiles: number; seconds: number }

const mostListed = 20

export function seedCommand(deps: CliDeps): Command {
  return withDataOption(new Command('seed'))
    .summary('Fill the data folder with sample chats.')
    .description(
      'Fill the data folder with sample chats between invented people. The same seed creates the same chats, so running it ' +
        'again adds nothing. The service can keep running.',
    )
    .requiredOption('--channels <number>', 'number of channels, 1 to 10,000 (required)')
    .requiredOption(
      '--messages <number>',
      'total number of messages, spread evenly over all channels, 1 to 10,000,000 (required)',
    )
    .requiredOption('--seed <seed>', 'any word or number (required)')
    .option('--media <number>', 'number of media messages per channel that get a file, 0 to 100,000', '20')
    .option('--json', 'print one line of JSON')
    .addHelpText(
      'after',
      '\nThe messages cover the last four weeks, or more if there are many. Media without a file stays pending.\n' +
        '\nExample, 2,000 messages in 3 channels:\n  ./innkeeper seed --channels 3 --messages 2000 --seed 1\n',
    )
    .action(async (options: Options) => {
      const plan = readPlan(options)
      const outcome = await seedAll(deps, options, plan)
      console.log(options.json ? formatJson(plan, outcome, options) : formatSummary(outcome, options))
    })
}

function readPlan({ channels, messages, media, seed }: Options): Plan {
  return {
    channels: readWhole('--channels', channels, 1, 10_000),
    messages: readWhole('--messages', messages, 1, 10_000_000),
    media: readWhole('--media', media, 0, 100_000),
    seed,
  }
}

function readWhole(name: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
  if (value >= least && value <= most) return value
  throw new UsageProblem(
    `${name} is ${JSON.stringify(text)}. Set it to a whole number from ${least} to ${formatNumber(most)}.`,
  )
}

async function seedAll(deps: CliDeps, options: DataOption, plan: Plan): Promise<Outcome> {
  const { describeChannel } = await import('@innkeeper/testdata')
  const { createPauses, seedChannel } = await import('./seed-channel.ts')
  const { seed, media } = plan
  const started = performance.now()
  const endAt = Date.now()
  return await withNewStore(deps, options, async (store, config) => {
    const { blobs, close } = await deps.openMedia(config, store)
    const channelIds = Array.from({ length: plan.channels }, (_, index) => describeChannel({ seed, index }).channelId)
    const known = new Map((await listRows(store, channelIds)).map((row) => [row.channelId, row]))
    const progress = createProgress(plan.messages)
    const pause = createPauses()
    const tell = async (count: number) => {
      progress.advance(count)
      await pause()
    }
    const sums = { newEvents: 0, mediaFiles: 0 }
    try {
      for (const [index, channelId] of channelIds.entries()) {
        const messages = shareOf(plan, index)
        const hasOwner = typeof known.get(channelId)?.ownerId === 'string'
        const chat = { seed, index, messages, endAt, days: daysFor(messages), media, hasOwner }
        const seeded = await seedChannel({ store, blobs }, chat, tell)
        sums.newEvents += seeded.newEvents
        sums.mediaFiles += seeded.mediaFiles
      }
    } finally {
      progress.end()
      close()
    }
    const channels = await listRows(store, channelIds)
    return { channels, ...sums, seconds: (performance.now() - started) / 1000 }
  })
}

/** Those of the channels that are stored, in the order of the ids. */
async function listRows(store: Store, channelIds: string[]): Promise<ChannelRow[]> {
  const stored = new Map((await store.listAllChannels()).map((channel) => [channel.channelId, channel]))
  return channelIds.flatMap((channelId) => {
    const channel = stored.get(channelId)
    return channel ? [{ channelId, name: channel.name, ownerId: channel.ownerId, messages: channel.messages }] : []
  })
}

/** The first channels get the remainder. */
function shareOf({ channels, messages }: Plan, index: number): number {
  return Math.floor(messages / channels) + (index < messages % channels ? 1 : 0)
}

/** At least four weeks, at most three years; between them about 150 messages a day. */
function daysFor(messages: number): number {
  return Math.min(1095, Math.max(28, Math.ceil(messages / 150)))
}

/** One updating line on a terminal; silent elsewhere. */
function createProgress(total: number) {
  const started = performance.now()
  let done = 0
  let lastAt = 0
  const isShown = process.stderr.isTTY
  return {
    advance(count: number) {
      done += count
      const now = performance.now()
      if (!isShown || now - lastAt < 200) return
      lastAt = now
      const perSecond = Math.round(done / ((now - started) / 1000))
      const percent = Math.min(100, Math.floor((100 * done) / total))
      process.stderr.write(
        `\r\x1b[K${percent} %  ${formatNumber(done)} of ${formatNumber(total)} messages, ${formatNumber(perSecond)} per second`,
      )
    },
    end() {
      if (isShown) process.stderr.write('\r\x1b[K')
    },
  }
}

function formatJson({ seed }: Plan, { channels, newEvents, mediaFiles }: Outcome, options: DataOption): string {
  const messages = countMessages(channels)
  return JSON.stringify({ seed, channels, messages, newEvents, mediaFiles, next: nextCommand(channels, options) })
}

function formatSummary({ channels, newEvents, mediaFiles, seconds }: Outcome, options: DataOption): string {
  const rows = channels
    .slice(0, mostListed)
    .map(({ channelId, name, ownerId, messages }) => [channelId, name, ownerId ?? '–', formatNumber(messages)])
  const more = channels.length - rows.length
  const lines = [
    `${formatCount(channels.length, 'channel')}, ${formatCount(countMessages(channels), 'message')}, ` +
      `${formatCount(mediaFiles, 'media file')}; ${formatCount(newEvents, 'new event')}, in ${seconds.toFixed(1)} s.`,
    '',
    formatTable(['ID', 'NAME', 'OWNER', 'MESSAGES'], rows),
    ...(more > 0 ? [`… and ${formatNumber(more)} more. To see them all, run: ./innkeeper channels list`] : []),
    '',
    `Next: ${nextCommand(channels, options)}`,
  ]
  return lines.join('\n')
}

function nextCommand(channels: ChannelRow[], { data }: DataOption): string {
  const ownerId = channels.find((channel) => channel.ownerId !== null)?.ownerId ?? '<id>'
  return `./innkeeper keys create --user ${ownerId}${data === undefined ? '' : ` --data ${data}`}`
}

function countMessages(channels: ChannelRow[]): number {
  return channels.reduce((sum, { messages }) => sum + messages, 0)
}
