import type { TelegramSetupTexts } from './words.ts'

export const english: TelegramSetupTexts = {
  intro:
    'You need a Telegram account and about two minutes. You create the bot in a chat with @BotFather, Telegram’s own bot.',
  addressNeeds: 'This service asks Telegram for messages, so it needs no public address. It works behind any router.',
  steps: {
    create: {
      title: 'Create the bot',
      text: 'Open @BotFather in Telegram and send it /newbot. Choose a name, and a username that ends in “bot”.',
    },
    privacy: {
      title: 'Let it see all messages',
      text: 'Send /setprivacy to @BotFather, choose the bot, then “Disable”. Otherwise the bot sees only commands and replies to it, and can’t back up a group.',
    },
    token: {
      title: 'Copy the token',
      text: '@BotFather sent it when you created the bot. To see it again, send /mybots, choose the bot, then “API Token”.',
    },
  },
  links: { botFather: 'Open @BotFather' },
  token: { label: 'Bot token', hint: 'A number, a colon and 35 characters. Anyone who has it controls the bot.' },
  invitation: [
    'Scan the code with your phone, or open the link, and choose your group. You need the right to add members there.',
    'If privacy mode was on when the bot joined, make it an admin, or remove it and add it again.',
    'Send the command below in the group. It links your Telegram account to this operator account, so that you see the group here. The code works once. The group belongs to its owner on Telegram.',
  ],
  checks: {
    form: {
      title: 'Form of the token',
      missing: 'Enter the token that @BotFather sent you.',
      handle:
        'This is the bot’s username. Copy the token from @BotFather instead: a number, a colon and 35 characters.',
      incomplete:
        'This isn’t a complete token. Copy only the token from the message of @BotFather: a number, a colon and 35 characters.',
    },
    credentials: {
      title: 'Access to Telegram',
      accepted: 'Telegram recognizes your bot.',
      refused:
        'Telegram doesn’t accept this token. It may be incomplete or revoked. Send /mybots to @BotFather, choose the bot, then “API Token”, and copy it again.',
    },
    silence: {
      title: 'Connection to Telegram',
      text: 'Telegram can’t be reached: {reason}. Check that this machine has internet access, then try again.',
    },
    clock: {
      title: 'Clock of this machine',
      ahead: 'This machine’s clock is {minutes} minutes ahead, so messages get wrong times. Turn on automatic time.',
      behind: 'This machine’s clock is {minutes} minutes behind, so messages get wrong times. Turn on automatic time.',
    },
    account: {
      title: 'The bot’s account',
      found: '{name}',
      other:
        'This token belongs to the bot “{name}”, but the groups saved here belong to another bot. If you continue, this service no longer receives messages from those groups. Everything saved so far stays.',
    },
    groups: {
      title: 'Joining groups',
      on: 'The bot can be added to groups.',
      off: 'The bot can’t be added to groups. Send /setjoingroups to @BotFather, choose the bot, then “Enable”.',
    },
    privacy: {
      title: 'Seeing all messages',
      on: 'Privacy mode is on, so in groups the bot sees only commands and replies to it. Send /setprivacy to @BotFather, choose the bot, then “Disable”. After that, remove the bot from groups it’s already in and add it again. Or make it an admin there.',
      off: 'Privacy mode is off, so the bot sees all messages in groups that it joins from now on. If a group was there before, remove the bot and add it again, or make it an admin.',
    },
    receiving: {
      title: 'Receiving messages',
      asked: 'This service asks Telegram for messages. No public address is needed.',
      delivered: 'Telegram delivers messages to {url}',
      foreign:
        'Telegram delivers this bot’s messages to {host}, because another program registered that address. As long as it’s registered, no messages arrive here. If you no longer need it, remove it.',
      remove: 'Remove that address',
      removed: 'The address of the other program is removed. Messages arrive here within a minute.',
      failing: 'Telegram can’t deliver to {url}: {reason}',
      unknown: 'Telegram didn’t say how it delivers messages: {reason}',
    },
  },
}
