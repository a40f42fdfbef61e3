import type { BackupPolicy } from '@innkeeper/contract'
import type { ClaimDecision } from '../chat-command.ts'
import type { QuietDecision } from '../quiet-command.ts'

/** All that the bot says by itself, in one language. */
export type BotTexts = {
  /** Said on arrival: who this is, what may be kept and for whom, and how to take charge. */
  notice: { greeting: string; backup: string; claim: string; claimWithCode: string; private: string; help: string }
  help: {
    heading: string
    rules: string
    backup: string
    claim: string
    private: string
    public: string
    quiet: string
    leave: string
    link: string
    forget: string
    help: string
    /** Last, whether the bot says more than the answers to these: by rules that the group wrote, or nothing. */
    answersByRules: string
    answersNothing: string
  }
  claim: Record<ClaimDecision | 'unknown-sender', string>
  private: { on: string; off: string; unknownSender: string }
  /** `on` counts with `{count}`; then who may subscribe, by the channel's setting. */
  backup: { on: string; off: string; who: Record<BackupPolicy, string> }
  /** `done` counts with `{messages}` and `{files}`. */
  forget: { ask: string; notHere: string; done: string; unknownSender: string }
  /** `here` holds `{link}` and says with `{minutes}` how long it can be used. */
  link: { here: string; notHere: string; unknownSender: string; unknownAddress: string }
  /** `on` tells the moment with `{until}`. */
  quiet: Record<QuietDecision['answer'], string>
  /** In the place of a name that the platform has not told. */
  welcome: { somebody: string }
  leave: { goodbye: string; ownerOnly: string; privateChat: string }
}
