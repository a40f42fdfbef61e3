import type { CommandKind } from '../../../src/ports/commands.ts'
import { ofAccounts } from './of-accounts.ts'
import { ofAssistants } from './of-assistants.ts'
import { ofChannels } from './of-channels.ts'
import { ofImports } from './of-imports.ts'
import { ofJobs } from './of-jobs.ts'
import { ofMessages } from './of-messages.ts'
import { ofNotifications } from './of-notifications.ts'
import { ofUpkeep } from './of-upkeep.ts'
import { ofWebhooks } from './of-webhooks.ts'
import type { Draws } from './world.ts'

/** Each kind of command that the product has. Without a row for a new one, this doesn't compile. */
export const everyCommand: Draws<CommandKind> = {
  ...ofAccounts,
  ...ofAssistants,
  ...ofChannels,
  ...ofImports,
  ...ofJobs,
  ...ofMessages,
  ...ofNotifications,
  ...ofUpkeep,
  ...ofWebhooks,
}

export const allCommandKinds = Object.keys(everyCommand) as readonly CommandKind[]
