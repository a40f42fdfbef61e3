import type { McpPromptName } from '@innkeeper/contract'

const cite = 'Name the message IDs that each sentence is based on. If the messages do not say it, say so.'

/** What an assistant is asked to do. What people choose is quoted, because it may be the name of a channel. */
export const writePrompt: Record<McpPromptName, (given: Record<string, string>) => string> = {
  catch_up: ({ channel }) =>
    `What happened lately in the channel ${JSON.stringify(channel)}? Find it with list_channels, read today and the days before ` +
    `with read_day, and summarize what matters: news, decisions, open questions, and who is waiting for an answer. ${cite}`,
  find_decision: ({ channel, topic }) =>
    `What did the channel ${JSON.stringify(channel)} decide about ${JSON.stringify(topic)}? Find the channel with list_channels, ` +
    `look for several words with search_messages, and read around the hits with read_around. Say what was decided, by whom and ` +
    `when, and whether it was changed later. ${cite}`,
}
