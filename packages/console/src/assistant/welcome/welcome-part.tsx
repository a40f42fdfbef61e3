import { WelcomeEditor } from './welcome-editor.tsx'

export default function WelcomePart() {
  return <WelcomeEditor />
}
