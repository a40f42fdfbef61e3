import { Type } from '../../schema.ts'
import { exactly, nextCursor, timestamp, word } from '../primitives.ts'
import { AssistantConfigChange, GroupRulesChange, WelcomeChange } from './config.ts'
import { RuleDraft } from './rules.ts'

const someone = (description: string) => Type.String({ description })

export const AssistantFile = exactly(
  'AssistantFile',
  {
    format: Type.Literal('innkeeper-assistant/1'),
    config: Type.Optional(AssistantConfigChange),
    welcome: Type.Optional(WelcomeChange),
    groupRules: Type.Optional(GroupRulesChange),
    rules: Type.Optional(Type.Array(RuleDraft, { maxItems: 10_000 })),
  },
  {
    description:
      "A channel's whole assistant. A part that is left out stays as it is. The switches of welcome and group rules stand in " +
      'those parts; `quietUntil` is a moment and no setting, and ignored.',
    examples: [
      {
        format: 'innkeeper-assistant/1',
        config: { enabled: true, qa: { enabled: true, mode: 'keyword' } },
        groupRules: { enabled: true, content: '1. Be kind.' },
        rules: [
          { id: 'r_hours', keywords: ['opening hours'], question: 'When are you open?', answer: 'From 9 to 18.' },
        ],
      },
    ],
  },
)

export const AssistantImport = exactly(
  'AssistantImport',
  {
    assistant: Type.Optional(AssistantFile),
    csv: Type.Optional(
      Type.String({
        description:
          'Rules as comma-separated values, or with semicolons or tabs, as in an export. The first line names the columns: ' +
          '`keywords`, `question` and `answer`, the others as needed. An empty cell is as in a new rule.',
      }),
    ),
    mode: Type.Optional(
      word(['replace', 'merge'], {
        default: 'replace',
        description: '`replace`: rules that the file does not hold are deleted; `merge`: they stay.',
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only say what would change.' })),
  },
  {
    description: 'Either `assistant` or `csv`.',
    examples: [
      {
        csv: 'keywords,question,answer\r\nopening hours,When are you open?,From 9 to 18.\r\n',
        mode: 'merge',
        dryRun: true,
      },
    ],
  },
)

export const AssistantChange = exactly(
  'AssistantChange',
  {
    part: word(['config', 'welcome', 'groupRules', 'rule']),
    ruleId: Type.Optional(Type.String({ description: 'Of which rule; a new one has none in a dry run.' })),
    change: word(['created', 'changed', 'deleted']),
    question: Type.Optional(Type.String({ description: 'The question of that rule.' })),
    members: Type.Array(Type.String(), { description: 'What changed in it, such as `answer`.' }),
  },
  { description: 'One thing that changed.' },
)

export const ImportReport = exactly('ImportReport', {
  dryRun: Type.Boolean(),
  created: Type.Integer({ minimum: 0, description: 'Rules made.' }),
  changed: Type.Integer({ minimum: 0, description: 'Rules changed.' }),
  deleted: Type.Integer({ minimum: 0, description: 'Rules deleted.' }),
  unchanged: Type.Integer({ minimum: 0, description: 'Rules that are as in the file already.' }),
  changes: Type.Array(AssistantChange, { description: 'What changed, the first 1,000 of it.' }),
  version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The version this made; null where nothing changed or nothing was written.',
  }),
})

const version = {
  version: Type.Integer({ minimum: 1, description: 'Counts up with every change.' }),
  at: timestamp('When it was made.'),
  by: someone('User id of who made it; `operator` for the command line, `system` for the bot itself.'),
  label: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'The name an admin gave it, which keeps it from being thinned out; null where it has none.',
  }),
}

export const AssistantVersionEntry = exactly('AssistantVersionEntry', {
  ...version,
  changes: Type.Array(AssistantChange, { description: 'The first 20 of them.' }),
  changeCount: Type.Integer({ minimum: 1 }),
})

export const AssistantVersionPage = exactly('AssistantVersionPage', {
  versions: Type.Array(AssistantVersionEntry),
  nextCursor,
})

export const AssistantVersion = exactly('AssistantVersion', {
  ...version,
  changes: Type.Array(AssistantChange, { description: 'What this version changed, the first 1,000 of it.' }),
  previous: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'The version before it that is still kept; null where there is none.',
  }),
  assistant: AssistantFile,
})

export const VersionRestore = exactly('VersionRestore', {
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only say what would change.' })),
})

export const VersionLabel = exactly('VersionLabel', {
  label: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 100,
    description: 'The new name; null takes it away.',
    examples: ['Before the summer festival'],
  }),
})
