import { refusalIn, unreached } from './call-error.ts'

/** Fetches a file and hands it to the browser to keep. Throws what the server refused, in its words. */
export async function saveFile(path: string, name: string): Promise<void> {
  const answer = await fetch(path).catch(() => {
    throw unreached()
  })
  if (!answer.ok) throw refusalIn(answer.status, await answer.json().catch(() => null))
  const url = URL.createObjectURL(await answer.blob())
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
