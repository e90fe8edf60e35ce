import { observeLog } from '#modules/transparency/components/observe-log.tsx'
import { fetchBytes } from '#platform/client/fetch-bytes.ts'

/** Compares the log with what this browser saw before, and shows what it finds on the page. */
export async function checkLog(root: ParentNode): Promise<void> {
  const page = root.querySelector('[data-log-check]')
  if (!page) return

  try {
    const note = await readText('checkpoint')
    const vkeys = (await readText('vkeys')).trimEnd().split('\n')
    const { result, split } = await observeLog({ note, vkeys, at: '' })
    const evidence = new Blob([JSON.stringify(split)], { type: 'application/json' })
    if (split)
      for (const link of page.querySelectorAll<HTMLAnchorElement>('[data-log-evidence]'))
        link.href = URL.createObjectURL(evidence)
    show(page, result)
  } catch {
    show(page, 'unread')
  }
}

async function readText(name: 'checkpoint' | 'vkeys'): Promise<string> {
  const bytes = await fetchBytes(`/open-books/log/${name}`)
  if (!bytes) throw new Error('The log has no entries.')
  return new TextDecoder().decode(bytes)
}

function show(page: Element, result: string) {
  for (const finding of page.querySelectorAll<HTMLElement>('[data-log-result]'))
    finding.hidden = finding.dataset.logResult !== result
}
