import type { QuietDecision } from '../../assistant/quiet-command.ts'
import type { ClaimRefusal } from '../../channels/claim.ts'
import type { BackupDecision } from '../../messages/backup-command.ts'

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
  /** `{name}`: of the new owner, or of the person to ask. */
  claim: Record<'claimed' | ClaimRefusal | 'unknown-sender', string>
  private: { on: string; off: string; unknownSender: string }
  /** `{count}`: how many others have it on. */
  backup: {
    keptForYou: string
    keptForYouToo: string
    keptForOthers: string
    notKept: string
    turnOn: string
    subscribed: string
    unsubscribed: string
    last: string
    /** How to read what is kept. `here`: asked in a private chat. */
    read: { byLink: string; atAddress: string; here: string; linkSent: string }
    refusals: Record<Exclude<BackupDecision, 'subscribe' | 'unsubscribe' | 'describe'>, string>
    /** On a button that sends `/backup on`; platforms show 20 letters. */
    button: string
    reminder: string
  }
  /** When there are no group rules to post. */
  rules: { none: string }
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
