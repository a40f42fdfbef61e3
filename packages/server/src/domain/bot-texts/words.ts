import type { BackupPolicy } from '@innkeeper/contract'
import type { ClaimDecision } from '../chat-command.ts'

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
    leave: string
    forget: string
    help: string
  }
  claim: Record<ClaimDecision | 'unknown-sender', string>
  private: { on: string; off: string; unknownSender: string }
  /** `on` counts with `{count}`; then who may subscribe, by the channel's setting. */
  backup: { on: string; off: string; who: Record<BackupPolicy, string> }
  /** `done` counts with `{messages}` and `{files}`. */
  forget: { ask: string; notHere: string; done: string; unknownSender: string }
  leave: { goodbye: string; ownerOnly: string; privateChat: string }
}
