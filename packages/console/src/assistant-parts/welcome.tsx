import { WelcomeEditor } from '../welcome/welcome-editor.tsx'

export default function WelcomePart() {
  return <WelcomeEditor />
}
