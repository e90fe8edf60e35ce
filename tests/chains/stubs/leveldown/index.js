module.exports = () => {
  throw new Error('bcoin stores nothing on disk here: open the node with memory: true')
}
