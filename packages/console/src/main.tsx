import './ui/page.css'
import '@mantine/core/styles.layer.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'
import { initTexts } from './locales/i18n.ts'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no root')
const reactRoot = createRoot(root)

// Not awaited at the top level: other modules import from this one and would wait for it in turn.
void initTexts().then(() =>
  reactRoot.render(
    <StrictMode>
      <App />
    </StrictMode>,
  ),
)
