// Fetches the address in each line that it reads, and says in a line what came of it.
package main

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
)

func fetch(url string) (string, error) {
	answer, err := http.Get(url)
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return string(body), err
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		if body, err := fetch(lines.Text()); err != nil {
			fmt.Println("refused:", err)
		} else {
			fmt.Println(body)
		}
	}
}
