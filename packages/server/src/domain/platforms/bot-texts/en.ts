import type { BotTexts } from './words.ts'

export const english: BotTexts = {
  notice: {
    greeting: 'Hi, I’m Innkeeper! I’m the assistant and backup for this chat.',
    backup:
      'I don’t save members’ messages until a member sends /backup on. From then on, I save everything that everyone writes here, and that member can read it.',
    unsending: 'If you unsend a message, it disappears from the backup too.',
    deleting:
      'I’m not told when you delete a message here. To delete it from the backup, reply to it with /delete first.',
    seesSome:
      'I can’t see all messages in this group, only commands and replies to me. To let me save everything, make me an admin here.',
    claim: 'I don’t have an owner here yet. To become the owner, send /claim. To start the backup, send /backup on.',
    claimWithCode:
      'I don’t have an owner here yet. To become the owner, send /claim with the code from the operator. To start the backup, send /backup on.',
    ownersFrom:
      'The owner and admins of this group on {platform} have the same roles here. To start the backup, send /backup on.',
    private: 'Send /private to keep your own messages out of the backup.',
    help: 'Send /help to see everything I can do.',
    back: {
      greeting: 'I’m back!',
      owner: '{name} still owns this chat.',
      unnamedOwner: 'This chat still has its owner.',
      noOwner: 'This chat has no owner right now. To become the owner, send /claim.',
      savingForOne: 'One person has their backup on, so I’m saving all messages and files again.',
      savingForMany: '{count} people have their backup on, so I’m saving all messages and files again.',
      notSaving:
        'No one has their backup on, so I’m not saving members’ messages. To turn on your backup, send /backup on.',
    },
  },
  help: {
    heading: 'Here’s what I can do:',
    rules: '/rules – show the group rules',
    backup: '/backup – check whether messages are saved. Turn your own backup on or off with /backup on or /backup off',
    claim: '/claim – become the owner, if there isn’t one',
    private: '/private – keep your messages out of the backup from now on',
    public: '/public – include your messages in the backup again',
    delete: '/delete – delete a message from the backup: reply to the message with this command',
    quiet: '/quiet – mute me for a while (owner and admins), for example: /quiet 1h',
    leave: '/leave – make me leave the chat (owner only)',
    link: '/link – get a link to sign in to the console (in a private chat with me)',
    forget: '/forget – erase everything I’ve saved about you (in a private chat with me)',
    help: '/help – show this list',
    answersByRules: 'I also answer questions, using rules the admins wrote.',
    answersNothing: 'I don’t reply to other messages here.',
  },
  claim: {
    claimed: '{name}, you’re now the owner of this chat.',
    linked: 'Your operator account is now linked to you, so you can also read your groups with it.',
    'not-linked': 'The code isn’t right, so your operator account isn’t linked. Copy it again from the setup page.',
    'yours-already': 'You’re already the owner of this chat.',
    taken: 'This chat already has an owner. Only they can transfer ownership.',
    guest: 'Guests can’t claim a chat. Ask an admin of this chat, or the operator.',
    'admins-only':
      'This chat has no owner right now, and only its admins can claim it. Ask {name}, who has been an admin the longest, to send /claim.',
    'former-owner-only':
      'This chat has no owner right now, and only its former owner can claim it. Ask {name} to send /claim.',
    'too-new':
      'You joined less than a day ago, so you can’t claim this chat yet. Try again tomorrow, or ask someone who was here before me to send /claim.',
    'code-missing': 'To claim this chat, send /claim with a code from the operator, for example: /claim ABCD-1234',
    'code-wrong':
      'This code doesn’t work. It was already used, has expired, or is for another chat. Ask the operator for a new one.',
    off: 'You can’t claim this chat yourself. Ask the operator to set its owner.',
    'yours-on-platform': 'You’re the owner of this chat, because you own the group on {platform}.',
    'taken-on-platform':
      '{name} owns this group on {platform}, and so this chat as well. That’s why no one needs a code here. If ownership is transferred on {platform}, it changes here too.',
    'unknown-on-platform':
      'The owner of this group on {platform} is its owner here as well, so no one needs a code. {platform} hasn’t told me yet who that is.',
    'unknown-sender': 'I can’t see who you are, so I can’t make you the owner.',
  },
  private: {
    on: 'From now on, your messages stay out of this chat’s backup. Send /public to include them again.',
    off: 'From now on, your messages are included in this chat’s backup again.',
    unknownSender: 'I can’t see who you are, so I can’t tell which messages are yours.',
  },
  backup: {
    keptForYou: 'Your backup is on. I save all messages and files in this chat for you.',
    keptForYouAndOne: 'Your backup is on. I save all messages and files in this chat for you and one other person.',
    keptForYouAndMany:
      'Your backup is on. I save all messages and files in this chat for you and {count} other people.',
    keptForOthers: 'Other members ({count}) have a backup here, but yours is off.',
    notKept: 'The backup is off. I’m not saving members’ messages here.',
    wholeSince: 'As far as I know, I haven’t missed anything since {since}.',
    turnOn: 'To turn on your backup, send /backup on.',
    subscribed: 'Done! From now on, I’ll save all messages and files in this chat for you.',
    stop: 'To stop, send /backup off.',
    unsubscribed:
      'Done. I’m no longer saving messages for you. To read what was saved, turn your backup on again with /backup on.',
    last: 'No one else has a backup here, so nothing more is saved.',
    read: {
      byLink: 'To read the messages, send me /link in a private chat.',
      atAddress: 'Read the messages at {address}. To sign in, send me /link in a private chat.',
      here: 'To read the messages, send /link.',
      linkSent: 'To read the messages, open the link I sent you in our private chat.',
    },
    refusals: {
      'unknown-sender': 'I can’t see who you are, so I can’t save messages for you.',
      guest: 'Guests can’t turn on the backup. Ask the owner or an admin to approve you.',
      'admins-only': 'Only the owner and admins can turn on the backup here.',
      'turned-off': 'The owner has turned off the backup in the settings, so I’m not saving members’ messages here.',
      'not-subscribed': 'Your backup is already off.',
    },
    button: 'Turn on backup',
    reminder: '{name}, I’m still not saving members’ messages here. To start, send /backup on.',
  },
  rules: { none: 'This group has no rules yet. The owner and admins can write them in the console.' },
  forget: {
    ask: 'This erases everything I’ve saved about you in every chat: your messages and their previous versions, your photos and files, your name and picture, and your keys. You can’t undo this. To continue, send /forget yes.',
    notHere: 'To do that, send me /forget in a private chat.',
    done: 'Done. Erased messages: {messages}. Erased files: {files}. New messages from you are saved as before. Send /private to keep them out.',
    unknownSender: 'I can’t see who you are, so I can’t tell what’s yours.',
    tooOften: 'I’ve already erased your data {count} times in the past hour. Try again later.',
  },
  link: {
    prompt: 'Sign in to read your messages',
    button: 'Sign in',
    here: 'Open this link to sign in to the console. You can use it once, within {minutes} minutes. Don’t share it, because anyone who opens it can sign in as you.\n{link}',
    notHere: 'To do that, send me /link in a private chat.',
    unknownSender: 'I can’t see who you are, so I can’t sign you in.',
    unknownAddress: 'I don’t know the console’s address. Ask the operator to set INNKEEPER_BASE_URL.',
  },
  quiet: {
    on: 'OK, I’m muted until {until}. Commands still work. To unmute me, send /quiet off.',
    off: 'I’m back!',
    'not-quiet': 'I’m not muted. The owner and admins can mute me for a while, for example with /quiet 1h.',
    'too-long': 'You can mute me for up to seven days. Send a shorter time, for example /quiet 7d.',
    unclear: 'How long should I be muted? Try /quiet 30m, /quiet 2h30m or /quiet 1d. To unmute me, send /quiet off.',
    'admins-only': 'Only the owner and admins can mute me. Please ask one of them.',
    'unknown-sender': 'I can’t see who you are, so I can’t tell whether you’re allowed to mute me.',
  },
  delete: {
    done: 'Done. The message is no longer in the backup. It’s still in this chat.',
    which: 'Which message? Reply to the message that you want to delete from the backup with /delete.',
    notSaved: 'That message isn’t in the backup.',
    notYours: 'Only the person who sent that message, the owner and admins can delete it from the backup.',
  },
  sharedSender: 'You’re posting as the group, so I can’t tell who you are. Send this again as yourself.',
  unclear: { text: 'I didn’t understand that. Try {commands}.', or: ' or ' },
  welcome: { somebody: 'new member' },
  webhook: {
    thin: 'A webhook was turned on: another program now learns when something happens in this chat, but not what is said. To find out more, ask an admin.',
    full: 'A webhook was turned on: what is said in this chat is now also sent to another program. To find out more, ask an admin.',
  },
  asking: {
    on: 'Questions about the saved messages of this chat can now be answered with an AI model. It gets the messages that fit a question. To find out more, ask the owner.',
  },
  leave: {
    ask: 'I’ll leave this chat and stop saving messages. What was saved stays readable in the console, and you can invite me again at any time. To continue, send /leave yes.',
    goodbye: 'I’m leaving this chat. Goodbye!',
    ownerOnly: 'Only the owner of this chat can make me leave.',
    privateChat: 'I can’t leave a private chat. You can block me instead.',
  },
}
