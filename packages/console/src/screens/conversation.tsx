import { Reader } from '../conversation/conversation.tsx'

export default function ReaderScreen() {
  return <Reader />
}
