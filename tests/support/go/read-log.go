// Reads a transparency log by Go's own code for module checksums (golang.org/x/mod/sumdb/{note,tlog}), which shares
// nothing with Candor. It reads files of a folder: `vkey`, the tiles, and one signed note for each size in `notes`.
package main

import (
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type files struct{ folder string }

func (f *files) Height() int                               { return 8 }
func (f *files) SaveTiles(tiles []tlog.Tile, data [][]byte) {}
func (f *files) ReadTiles(tiles []tlog.Tile) ([][]byte, error) {
	var found [][]byte
	for _, tile := range tiles {
		path := strings.Replace(tile.Path(), "tile/8/", "tile/", 1)
		data, err := os.ReadFile(filepath.Join(f.folder, path))
		if err != nil { // a partial tile may have become whole
			data, err = os.ReadFile(filepath.Join(f.folder, strings.Split(path, ".p/")[0]))
			if err != nil {
				return nil, err
			}
			data = data[:tile.W*32]
		}
		found = append(found, data)
	}
	return found, nil
}

func check(err error) {
	if err != nil {
		fmt.Println("REFUSED", err)
		os.Exit(1)
	}
}

func open(text []byte, verifier note.Verifier) (int64, tlog.Hash) {
	opened, err := note.Open(text, note.VerifierList(verifier))
	check(err)
	lines := strings.Split(opened.Text, "\n")
	size, err := strconv.ParseInt(lines[1], 10, 64)
	check(err)
	root, err := base64.StdEncoding.DecodeString(lines[2])
	check(err)
	var hash tlog.Hash
	copy(hash[:], root)
	return size, hash
}

func main() {
	folder := os.Args[1]
	read := func(name string) []byte {
		data, err := os.ReadFile(filepath.Join(folder, name))
		check(err)
		return data
	}
	verifier, err := note.NewVerifier(strings.TrimSpace(string(read("vkey"))))
	check(err)
	size, root := open(read("checkpoint"), verifier)
	reader := tlog.TileHashReader(tlog.Tree{N: size, Hash: root}, &files{folder})

	entries, err := os.ReadDir(filepath.Join(folder, "plain"))
	check(err)
	for _, entry := range entries {
		index, _ := strconv.ParseInt(entry.Name(), 10, 64)
		proof, err := tlog.ProveRecord(size, index, reader)
		check(err)
		check(tlog.CheckRecord(proof, size, root, index, tlog.RecordHash(read("plain/"+entry.Name()))))
	}

	notes, err := os.ReadDir(filepath.Join(folder, "notes"))
	check(err)
	for _, name := range notes {
		olderSize, olderRoot := open(read("notes/"+name.Name()), verifier)
		proof, err := tlog.ProveTree(size, olderSize, reader)
		check(err)
		check(tlog.CheckTree(proof, size, root, olderSize, olderRoot))
	}
	fmt.Println("ACCEPTED", size, "entries", len(entries), "sizes", len(notes))
}
