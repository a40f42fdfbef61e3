import type { BotTexts } from './words.ts'

export const english: BotTexts = {
  notice: {
    greeting: 'Hello, I am Innkeeper, an assistant and backup for this chat.',
    backup:
      'Members may subscribe to a backup of the messages and media sent here. While nobody subscribes, nothing is kept. What is unsent is deleted from the backup too.',
    claim: 'No one looks after me here yet: send /claim to become my owner.',
    claimWithCode: 'No one looks after me here yet: send /claim and the code from the operator to become my owner.',
    private: 'Send /private to keep your own messages out of the backup.',
    help: 'Send /help to see what I understand.',
  },
  help: {
    heading: 'What I understand:',
    rules: '/rules – the rules of this group',
    backup: '/backup – whether messages are backed up, and for whom',
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
    claimed: 'You are the owner of this chat now. You decide about members, settings and the backup.',
    'yours-already': 'You are the owner of this chat already.',
    taken: 'This chat has an owner already. Only they can hand it over.',
    'code-missing': 'To claim this chat, send /claim and the code you got from the operator, such as /claim ABCD-1234.',
    'code-wrong':
      'This code is not valid: it was used, has expired, or is for another chat. Ask the operator for a new one.',
    off: 'This chat cannot be claimed here. Ask the operator to name its owner.',
    'unknown-sender': 'I cannot see who you are, so I cannot make you the owner.',
  },
  private: {
    on: 'From now on your messages stay out of the backup of this chat. Send /public to change that.',
    off: 'From now on your messages are part of the backup of this chat again.',
    unknownSender: 'I cannot see who you are, so I cannot tell your messages from others.',
  },
  backup: {
    on: 'Messages and media sent here are backed up, for {count} who subscribe.',
    off: 'Nothing is backed up here: nobody subscribes.',
    who: {
      members: 'Any member may subscribe.',
      admins: 'Only the owner and admins may subscribe.',
      off: 'The owner has switched the backup off.',
    },
  },
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
