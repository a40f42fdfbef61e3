import { Reader } from '../reader/reader.tsx'

export default function ReaderScreen() {
  return <Reader />
}
