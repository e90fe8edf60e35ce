type Heard<Row> = (rows: Row[], all: boolean) => void

/**
 * Follows a stream of rows while the page is looked at: first all of them, then those that changed.
 * A page that comes back says which tick it had last and hears what it missed. Answers how to stop.
 */
export function followTicks<Row>(address: string, heard: Heard<Row>): () => void {
  let source: EventSource | null = null
  let last = ''
  const listen = (event: MessageEvent<string>) => {
    last = event.lastEventId
    heard(JSON.parse(event.data) as Row[], event.type === 'all')
  }

  const close = () => {
    source?.close()
    source = null
  }

  const syncConnection = () => {
    if (document.visibilityState === 'hidden') return close()
    if (source && source.readyState !== EventSource.CLOSED) return
    source = new EventSource(last ? `${address}&after=${encodeURIComponent(last)}` : address)
    source.addEventListener('all', listen)
    source.addEventListener('some', listen)
  }

  document.addEventListener('visibilitychange', syncConnection)
  syncConnection()

  return () => {
    document.removeEventListener('visibilitychange', syncConnection)
    close()
  }
}
