import type { BotTexts } from './words.ts'

export const english: BotTexts = {
  notice: {
    greeting: "Hi, I'm Innkeeper, an assistant and backup for this chat.",
    backup:
      'I keep nothing until a member sends /backup on. From then on, messages and files sent here are kept for them. If you unsend a message, it disappears from the backup too.',
    claim:
      "I don't have an owner here yet. Send /claim to become the owner, then /backup on to start keeping messages.",
    claimWithCode:
      "I don't have an owner here yet. Send /claim and the code from the operator to become the owner, then /backup on to start keeping messages.",
    private: 'Send /private to keep your own messages out of the backup.',
    help: 'Send /help to see everything I can do.',
  },
  help: {
    heading: 'What I understand:',
    rules: '/rules – the rules of this group',
    backup: '/backup – see whether messages are being kept; /backup on or /backup off changes it for you',
    claim: '/claim – become the owner, if there is none',
    private: '/private – keep your own messages out of the backup from now on',
    public: '/public – let them into the backup again',
    quiet: '/quiet – have me keep quiet for a while, such as /quiet 1h (owner and admins)',
    leave: '/leave – make me leave the chat (owner only)',
    link: '/link – a link to sign in to the console with (in a private chat with me)',
    forget: '/forget – erase all that I keep of you (in a private chat with me)',
    help: '/help – this list',
    answersByRules: 'I also answer questions here, by rules that the admins wrote.',
    answersNothing: 'Apart from that I answer no messages here.',
  },
  claim: {
    claimed: '{name}, you are the owner of this chat now.',
    'yours-already': 'You are already the owner of this chat.',
    taken: 'This chat already has an owner. Only they can hand it over.',
    guest: "Guests can't claim a chat. Ask an admin of this chat, or the operator.",
    'admins-only':
      'This chat has no owner right now, and only its admins can claim it. Ask {name}, the longest-serving admin, to send /claim.',
    'former-owner-only':
      'This chat has no owner right now, and only its former owner can claim it. Ask {name} to send /claim.',
    'too-new':
      "You joined less than a day ago, so you can't claim this chat yet. Try again tomorrow, or ask someone who was here before me to send /claim.",
    'code-missing': 'To claim this chat, send /claim and a code from the operator, such as /claim ABCD-1234.',
    'code-wrong':
      "This code doesn't work: it was already used, has expired, or is for another chat. Ask the operator for a new one.",
    off: "This chat can't be claimed here. Ask the operator to name its owner.",
    'unknown-sender': "I can't see who you are, so I can't make you the owner.",
  },
  private: {
    on: 'From now on your messages stay out of the backup of this chat. Send /public to change that.',
    off: 'From now on your messages are part of the backup of this chat again.',
    unknownSender: 'I cannot see who you are, so I cannot tell your messages from others.',
  },
  backup: {
    keptForYou: 'Messages and files sent here are being kept for you.',
    keptForYouToo: 'Messages and files sent here are being kept for you and {count} more.',
    keptForOthers: 'Messages and files sent here are being kept for other members ({count}), but not for you.',
    notKept: 'Messages are not being kept here.',
    turnOn: 'Send /backup on to keep them for you.',
    subscribed: 'Done. From now on, messages and files sent here are kept for you. Send /backup off to stop.',
    unsubscribed:
      'Done. Messages are no longer kept for you. If you send /backup on again, you can read what was kept.',
    last: 'The backup is off for everyone now, so nothing more is kept here.',
    read: {
      byLink: 'To read them, send /link to me in a private chat.',
      atAddress: 'Read them at {address} (to sign in, send /link to me in a private chat).',
      here: 'To read them, send /link.',
      linkSent: 'To read them, open the link I sent you in our private chat.',
    },
    refusals: {
      'unknown-sender': "I can't see who you are, so I can't keep messages for you.",
      guest: "Guests can't turn the backup on. Ask the owner or an admin to let you in.",
      'admins-only': 'Only the owner and admins can turn the backup on here.',
      'turned-off': 'The owner has turned the backup off in the settings, so messages are not being kept here.',
      'not-subscribed': "The backup wasn't on for you, so nothing has changed.",
    },
    button: 'Keep messages',
    reminder: '{name}, messages here are still not being kept. Send /backup on to start.',
  },
  rules: { none: 'This group has no rules yet. The owner and admins can write them in the console.' },
  forget: {
    ask: 'This erases all that I keep of you, in every chat: your messages and their earlier wordings, your photos and files, your name and picture, your keys. It cannot be undone. To go on, send /forget yes',
    notHere: 'For that, write /forget to me in a private chat.',
    done: 'Done. Erased: {messages} messages and {files} files. What you write from now on is kept as before; /private keeps it out.',
    unknownSender: 'I cannot see who you are, so I cannot tell what is yours.',
  },
  link: {
    here: 'Open this to sign in to the console. It works once, for {minutes} minutes; do not pass it on: whoever has it comes in as you.\n{link}',
    notHere: 'For that, write /link to me in a private chat.',
    unknownSender: 'I cannot see who you are, so I cannot sign you in.',
    unknownAddress: 'I do not know the address of the console. Ask the operator to set INNKEEPER_BASE_URL.',
  },
  quiet: {
    on: 'I keep quiet until {until}. Commands still work. Send /quiet off to have me back sooner.',
    off: 'I am back and answer again.',
    'not-quiet':
      'I am not silenced. The owner and admins can have me keep quiet for a while, with /quiet 1h for example.',
    'too-long': 'Seven days are the longest that I can keep quiet. Send a shorter time, /quiet 7d at most.',
    unclear: 'I did not understand for how long. Write it like /quiet 30m, /quiet 2h30m or /quiet 1d, or /quiet off.',
    'admins-only': 'Sorry, only the owner and admins can have me keep quiet. Please ask one of them.',
    'unknown-sender': 'I cannot see who you are, so I cannot tell whether you may silence me.',
  },
  welcome: { somebody: 'new member' },
  leave: {
    goodbye: 'I am leaving this chat. Goodbye!',
    ownerOnly: 'Only the owner of this chat can make me leave.',
    privateChat: 'I cannot leave a private chat. Block me to end it.',
  },
}
