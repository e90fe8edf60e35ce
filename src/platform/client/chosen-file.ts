const DATABASE = 'candor'
const STORE = 'chosen'

const awaitRequest = <Result>(request: IDBRequest<Result>) =>
  new Promise<Result>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })

async function openStore(mode: IDBTransactionMode) {
  const opening = indexedDB.open(DATABASE, 1)
  opening.onupgradeneeded = () => opening.result.createObjectStore(STORE)
  const database = await awaitRequest(opening)
  return { database, store: database.transaction(STORE, mode).objectStore(STORE) }
}

/**
 * Runs a request on the browser's store; null where the browser stores nothing, since remembering a
 * file is optional.
 */
async function runInStore<Result>(
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => Promise<Result>,
): Promise<Result | null> {
  try {
    const { database, store } = await openStore(mode)
    return await run(store).finally(() => database.close())
  } catch {
    return null
  }
}

/**
 * Remembers the last chosen file in this browser until it is sent, so that a reload doesn't lose
 * it.
 */
export const rememberFile = (name: string, file: File) =>
  runInStore('readwrite', async (store) => {
    await awaitRequest(store.clear())
    await awaitRequest(store.put(file, name))
  })

/** Returns the file remembered under a name, or null. */
export const recallFile = (name: string): Promise<File | null> =>
  runInStore(
    'readonly',
    async (store) => ((await awaitRequest(store.get(name))) as File | undefined) ?? null,
  )

/** Deletes the remembered file, so that the next person at this browser doesn't see it. */
export const clearChosenFile = () => runInStore('readwrite', (store) => awaitRequest(store.clear()))
