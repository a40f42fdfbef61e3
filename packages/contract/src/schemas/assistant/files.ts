import { Type } from '../../schema.ts'
import { exactly, nextCursor, nullable, timestamp, word } from '../primitives.ts'
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
      "A channel's whole assistant. Parts that are left out stay as they are. The welcome and the group rules are turned on " +
      'and off in their own parts. `quietUntil` is ignored.',
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
          'Rules as a table with commas, semicolons or tabs, as in an export. The first line names the columns. `keywords`, ' +
          '`question` and `answer` are required, the others are optional. An empty cell means the default of a new rule. Keywords ' +
          'are separated by commas, semicolons or line breaks, patterns only by line breaks.',
      }),
    ),
    mode: Type.Optional(
      word(['replace', 'merge'], {
        default: 'replace',
        description: "With `replace`, rules that aren't in the file are deleted. With `merge`, they're kept.",
      }),
    ),
    dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only show what would change.' })),
  },
  {
    description: 'Send either `assistant` or `csv`.',
    examples: [
      {
        csv: 'keywords,question,answer\r\nopening hours,When are you open?,From 9 to 18.\r\n',
        mode: 'merge',
        dryRun: true,
      },
    ],
  },
)

const change = {
  part: word(['config', 'welcome', 'groupRules', 'rule']),
  ruleId: Type.Optional(Type.String({ description: 'ID of the rule. Omitted for a new rule in a dry run.' })),
  change: word(['created', 'changed', 'deleted']),
  question: Type.Optional(Type.String({ description: 'Question of that rule.' })),
  members: Type.Array(Type.String(), { description: 'Fields that changed, such as `answer`.' }),
}

export const AssistantChange = exactly('AssistantChange', change, { description: 'One change.' })

const values = (description: string) =>
  Type.Optional(Type.Record(Type.String(), Type.Unknown(), { title: 'ChangedValues', description }))

export const ImportChange = exactly(
  'ImportChange',
  {
    ...change,
    before: values('The old values of what changes, or the whole rule if it is deleted. Omitted for a new rule.'),
    after: values('The new values of what changes, or the whole rule if it is new. Omitted for a deleted rule.'),
    keywords: Type.Optional(
      Type.Array(Type.String(), { description: 'Keywords of a changed rule, if they stay the same.' }),
    ),
  },
  {
    description:
      'One change, with its values. Once the values of a report exceed 256 KiB, the remaining changes are listed without values.',
  },
)

export const ImportReport = exactly('ImportReport', {
  dryRun: Type.Boolean(),
  created: Type.Integer({ minimum: 0, description: 'Rules created.' }),
  changed: Type.Integer({ minimum: 0, description: 'Rules changed.' }),
  deleted: Type.Integer({ minimum: 0, description: 'Rules deleted.' }),
  unchanged: Type.Integer({ minimum: 0, description: 'Rules that already match the file.' }),
  kept: Type.Integer({ minimum: 0, description: "Rules that aren't in the file and stay as they are." }),
  changes: Type.Array(ImportChange, { description: 'The first 1,000 changes.' }),
  keywordsWithComma: Type.Array(
    exactly('KeywordWithComma', {
      question: Type.String({ description: 'Question of the rule.' }),
      keyword: Type.String(),
    }),
    {
      description:
        'New keywords of a JSON file that contain a comma or semicolon, at most 20. They are valid, but often several keywords ' +
        'were meant. In a table, such a cell becomes several keywords.',
    },
  ),
  unknownPlaceholders: Type.Array(
    exactly('UnknownPlaceholder', {
      question: Type.String({ description: 'Question of the rule.' }),
      written: Type.String({ description: 'What the answer contains, such as `{nmae}`.' }),
      closest: nullable<string>('string', {
        description: 'Name of the placeholder that was probably meant. Null if unclear.',
      }),
    }),
    {
      description:
        "Words in braces in new answers that aren't placeholders, at most 20. They're valid, and sent as they are.",
    },
  ),
  version: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Version that this created. Null if nothing changed or nothing was saved.',
  }),
})

const version = {
  version: Type.Integer({ minimum: 1, description: 'Number of the version. Increases with every change.' }),
  at: timestamp('When it was created.'),
  by: someone('User ID of the person who created it, `operator` for the command line, or `system` for the bot itself.'),
  label: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    description: 'Name that an admin gave it. Named versions are never removed. Null if it has none.',
  }),
}

export const AssistantVersionEntry = exactly('AssistantVersionEntry', {
  ...version,
  changes: Type.Array(AssistantChange, { description: 'The first 20 changes.' }),
  changeCount: Type.Integer({ minimum: 1 }),
})

export const AssistantVersionPage = exactly('AssistantVersionPage', {
  versions: Type.Array(AssistantVersionEntry),
  nextCursor,
})

export const AssistantVersion = exactly('AssistantVersion', {
  ...version,
  changes: Type.Array(AssistantChange, { description: 'The first 1,000 changes in this version.' }),
  previous: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    description: 'Previous version that is still kept. Null if there is none.',
  }),
  assistant: AssistantFile,
})

export const VersionRestore = exactly('VersionRestore', {
  dryRun: Type.Optional(Type.Boolean({ default: false, description: 'Only show what would change.' })),
})

export const VersionLabel = exactly('VersionLabel', {
  label: Type.Unsafe<string | null>({
    type: ['string', 'null'],
    minLength: 1,
    maxLength: 100,
    description: 'The new name. Null removes it.',
    examples: ['Before the summer festival'],
  }),
})
