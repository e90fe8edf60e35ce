type Heard<Row> = (rows: Row[], all: boolean) => void

/**
 * Follows a stream of rows while the page is visible: first all rows, then the changed ones. A page
 * that returns sends the id of its last tick and receives what it missed. Returns a function that
 * stops.
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
