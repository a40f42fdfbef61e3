/** One thing that `doctor` looked at. `care`: it works, and somebody should see to it. */
export type Finding = { name: string; state: 'ok' | 'care' | 'wrong'; words: string }
