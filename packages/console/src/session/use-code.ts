import { useEffect, useState } from 'react'

/** The code of a link, which comes after the #. Stored here, because using the link removes it from the URL. */
export function useCode(): string {
  const [code, setCode] = useState(() => window.location.hash.slice(1))
  // A link that is pasted while this page is open only changes the part after the #.
  useEffect(() => {
    const take = () => {
      const pasted = window.location.hash.slice(1)
      if (pasted !== '') setCode(pasted)
    }
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [])
  return code
}

/** Removes the code from the history: it is useless there, and someone might see it. */
export function hideCode(): void {
  window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
}
