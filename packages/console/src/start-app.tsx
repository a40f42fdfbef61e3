import './ui/page.css'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/default-css-variables.layer.css'
import '@mantine/core/styles/global.layer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { initTexts } from './locales/i18n.ts'
import { registerWorker } from './shell/app-worker.ts'

export async function startApp(): Promise<void> {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no root')
  await initTexts()
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  )
  registerWorker()
}
