export { type ChannelDescription, type ChannelSource as ChannelPlace, describeChannel } from './chat/channel.ts'
export { type ChatOptions, generateArrival, generateChannel, generateTalk } from './chat/chat.ts'
export type { ChatContent, ChatEvent, MediaContent, Person } from './chat/chat-event.ts'
export { listPhrases } from './languages/phrases.ts'
export { clipPreview } from './media/clip.ts'
export { createMediaBytes } from './media/media.ts'
export { drawSticker } from './media/sticker.ts'
export {
  askedChats,
  generateAskedChat,
  type LabelledQuestion,
  labelledQuestions,
} from './questions/labelled-questions.ts'
export { createRandom, type Random } from './random.ts'
